//! The edge to `cosmwasm-vm`: everything whose name or form changes between its releases.

use std::collections::HashSet;

use cosmwasm_vm::internals::{check_wasm, instance_from_module};
#[cfg(not(has_engines))]
use cosmwasm_vm::features_from_csv as capabilities_from_csv;
#[cfg(has_engines)]
use cosmwasm_vm::{capabilities_from_csv, VmResult};
use cosmwasm_vm::{self as vm, Size, VmError};
use serde_json::{json, Value};
use wasmer::Module;
#[cfg(has_engines)]
use wasmer::{Engine, Store as WasmerStore};

use crate::backend::{Api, Recorder, RecordingBackend, RecordingQuerier, RecordingStorage};

pub const VM: &str = concat!("cosmwasm-vm ", env!("COSMWASM_VM_VERSION"));

const CAPABILITIES: &str = "iterator,staking,stargate,cosmwasm_1_1,cosmwasm_1_2,cosmwasm_1_3,cosmwasm_1_4,cosmwasm_2_0,cosmwasm_2_1,cosmwasm_2_2,cosmwasm_3_0,ibc2";

pub type Instance = cosmwasm_vm::Instance<Api, RecordingStorage, RecordingQuerier>;

/// An error of the VM: the variant's name and its text.
#[derive(Clone)]
pub struct Failure {
    pub kind: String,
    pub text: String,
}

impl Failure {
    pub fn to_json(&self) -> Value {
        json!({ "kind": self.kind, "text": self.text })
    }
}

impl From<VmError> for Failure {
    fn from(error: VmError) -> Failure {
        let debug = format!("{error:?}");
        let kind = debug.split(|c: char| !c.is_alphanumeric()).next();
        Failure {
            kind: kind.unwrap_or_default().to_string(),
            text: error.to_string(),
        }
    }
}

pub fn static_check(wasm: &[u8]) -> Result<(), Failure> {
    let capabilities: HashSet<String> = capabilities_from_csv(CAPABILITIES);
    #[cfg(has_wasm_limits)]
    check_wasm(
        wasm,
        &capabilities,
        &vm::WasmLimits::default(),
        vm::internals::Logger::Off,
    )?;
    #[cfg(not(has_wasm_limits))]
    check_wasm(wasm, &capabilities)?;
    Ok(())
}

#[cfg(has_size_in_bytes)]
fn size(bytes: usize) -> Size {
    Size::new(bytes)
}

#[cfg(not(has_size_in_bytes))]
fn size(bytes: usize) -> Size {
    assert_eq!(bytes % 1024, 0, "this release counts in KiB");
    Size::kibi(bytes / 1024)
}

/// A compiled module, to be instantiated any number of times.
pub struct Compiled {
    module: Module,
    #[cfg(has_engines)]
    engine: Engine,
}

impl Compiled {
    pub fn new(wasm: &[u8], memory_limit: usize) -> Result<Compiled, Failure> {
        #[cfg(has_engines)]
        {
            let (module, engine) = compile(wasm, Some(size(memory_limit)))?;
            Ok(Compiled { module, engine })
        }
        #[cfg(not(has_engines))]
        {
            let module = vm::internals::compile(wasm, Some(size(memory_limit)), &[])?;
            Ok(Compiled { module })
        }
    }

    pub fn instantiate(
        &self,
        backend: RecordingBackend,
        gas_limit: u64,
        recorder: &Recorder,
    ) -> Result<Instance, Failure> {
        #[cfg_attr(not(has_debug_handler), allow(unused_mut))]
        let mut instance = instance_from_module(
            #[cfg(has_engines)]
            WasmerStore::new(self.engine.clone()),
            &self.module,
            backend,
            gas_limit,
            #[cfg(has_print_debug)]
            false,
            None,
        )?;
        #[cfg(has_debug_handler)]
        {
            let recorder = recorder.clone();
            instance.set_debug_handler(move |text, info| recorder.debug(text, info.gas_remaining));
        }
        #[cfg(not(has_debug_handler))]
        let _ = recorder;
        Ok(instance)
    }
}

#[cfg(has_compile_module)]
fn compile(wasm: &[u8], memory_limit: Option<Size>) -> VmResult<(Module, Engine)> {
    vm::internals::compile_module(wasm, memory_limit)
}

#[cfg(all(has_engines, not(has_compile_module)))]
fn compile(wasm: &[u8], memory_limit: Option<Size>) -> VmResult<(Module, Engine)> {
    let engine = vm::internals::make_compiling_engine(memory_limit);
    let module = vm::internals::compile(&engine, wasm)?;
    Ok((module, engine))
}

/// The arguments of one call, as bytes.
pub struct Arguments<'a> {
    pub env: &'a [u8],
    pub info: &'a [u8],
    pub msg: &'a [u8],
    pub migrate_info: Option<&'a [u8]>,
}

/// Whether the entry point takes a message info.
pub fn takes_info(entry: &str) -> bool {
    matches!(entry, "instantiate" | "execute")
}

/// Calls an entry point; `None` when this release has none of that name.
pub fn call(
    instance: &mut Instance,
    entry: &str,
    arguments: &Arguments,
) -> Option<Result<Vec<u8>, Failure>> {
    let Arguments { env, info, msg, .. } = *arguments;
    let result = match entry {
        "instantiate" => vm::call_instantiate_raw(instance, env, info, msg),
        "execute" => vm::call_execute_raw(instance, env, info, msg),
        "query" => vm::call_query_raw(instance, env, msg),
        "sudo" => vm::call_sudo_raw(instance, env, msg),
        "reply" => vm::call_reply_raw(instance, env, msg),
        "migrate" => match arguments.migrate_info {
            None => vm::call_migrate_raw(instance, env, msg),
            #[cfg(has_migrate_info)]
            Some(info) => vm::call_migrate_with_info_raw(instance, env, msg, info),
            #[cfg(not(has_migrate_info))]
            Some(_) => return None,
        },
        "ibc_channel_open" => vm::call_ibc_channel_open_raw(instance, env, msg),
        "ibc_channel_connect" => vm::call_ibc_channel_connect_raw(instance, env, msg),
        "ibc_channel_close" => vm::call_ibc_channel_close_raw(instance, env, msg),
        "ibc_packet_receive" => vm::call_ibc_packet_receive_raw(instance, env, msg),
        "ibc_packet_ack" => vm::call_ibc_packet_ack_raw(instance, env, msg),
        "ibc_packet_timeout" => vm::call_ibc_packet_timeout_raw(instance, env, msg),
        #[cfg(has_ibc_callbacks)]
        "ibc_source_callback" => vm::call_ibc_source_callback_raw(instance, env, msg),
        #[cfg(has_ibc_callbacks)]
        "ibc_destination_callback" => vm::call_ibc_destination_callback_raw(instance, env, msg),
        #[cfg(has_ibc2)]
        "ibc2_packet_receive" => vm::call_ibc2_packet_receive_raw(instance, env, msg),
        #[cfg(has_ibc2)]
        "ibc2_packet_ack" => vm::call_ibc2_packet_ack_raw(instance, env, msg),
        #[cfg(has_ibc2)]
        "ibc2_packet_timeout" => vm::call_ibc2_packet_timeout_raw(instance, env, msg),
        #[cfg(has_ibc2)]
        "ibc2_packet_send" => vm::call_ibc2_packet_send_raw(instance, env, msg),
        _ => return None,
    };
    Some(result.map_err(Failure::from))
}

/// For linking only: code that singlepass compiles never calls it.
#[cfg(has_probestack)]
#[no_mangle]
pub extern "C" fn __rust_probestack() -> ! {
    std::process::abort()
}
