//! The crate's own mock storage and querier, with a record of what the contract asked of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use cosmwasm_std::{Binary, Coin, ContractResult, Order, Record, SystemResult};
#[cfg(has_gas_of_addresses)]
pub use cosmwasm_vm::testing::MockApi as Api;
use cosmwasm_vm::testing::{MockQuerier, MockStorage};
use cosmwasm_vm::{Backend, BackendResult, GasInfo, Querier, Storage};
use serde_json::{json, Value};

#[cfg(not(has_gas_of_addresses))]
pub use crate::api::Api;
use crate::script::Store;

/// Longer byte strings are cut in the record.
const RECORDED_BYTES: usize = 64;

/// What one step asked of its host, in order.
#[derive(Default)]
pub struct Recorded {
    pub storage_calls: Vec<String>,
    pub queries: Vec<Value>,
    pub debug: Vec<Value>,
}

/// Keeps the record and the store reachable while an instance owns the backend.
#[derive(Clone, Default)]
pub struct Recorder {
    recorded: Rc<RefCell<Recorded>>,
    store: Rc<RefCell<Store>>,
}

impl Recorder {
    /// The record since the last call.
    pub fn take(&self) -> Recorded {
        self.recorded.take()
    }

    pub fn store(&self) -> Store {
        self.store.borrow().clone()
    }

    pub fn debug(&self, text: &str, gas_remaining: u64) {
        let line = json!({ "msg": text, "gas_remaining": gas_remaining });
        self.recorded.borrow_mut().debug.push(line);
    }

    fn storage_call(&self, text: String, gas: GasInfo) {
        let gas = format!("[cost={} ext={}]", gas.cost, gas.externally_used);
        let line = format!("{text} {gas}");
        self.recorded.borrow_mut().storage_calls.push(line);
    }
}

pub type RecordingBackend = Backend<Api, RecordingStorage, RecordingQuerier>;

/// A backend over a copy of `store`.
pub fn recording_backend(
    store: &Store,
    balances: &BTreeMap<String, Vec<Coin>>,
    recorder: &Recorder,
) -> RecordingBackend {
    let mut storage = MockStorage::new();
    for (key, value) in store {
        storage.set(key, value).0.expect("a mock never fails");
    }
    recorder.store.replace(store.clone());
    let balances: Vec<(&str, &[Coin])> = balances
        .iter()
        .map(|(address, coins)| (address.as_str(), coins.as_slice()))
        .collect();
    Backend {
        api: Api::default(),
        storage: RecordingStorage {
            storage,
            recorder: recorder.clone(),
        },
        querier: RecordingQuerier {
            querier: MockQuerier::new(&balances),
            recorder: recorder.clone(),
        },
    }
}

pub struct RecordingStorage {
    storage: MockStorage,
    recorder: Recorder,
}

impl Storage for RecordingStorage {
    fn get(&self, key: &[u8]) -> BackendResult<Option<Vec<u8>>> {
        let (result, gas) = self.storage.get(key);
        let found = match &result {
            Ok(Some(value)) => shown(value),
            Ok(None) => "none".to_string(),
            Err(error) => error.to_string(),
        };
        self.recorder
            .storage_call(format!("get {} -> {found}", shown(key)), gas);
        (result, gas)
    }

    fn scan(
        &mut self,
        start: Option<&[u8]>,
        end: Option<&[u8]>,
        order: Order,
    ) -> BackendResult<u32> {
        let (result, gas) = self.storage.scan(start, end, order);
        let call = format!(
            "scan {:?} {:?} {} -> {result:?}",
            start.map(shown),
            end.map(shown),
            // Not every release can print an order.
            match order {
                Order::Ascending => "Ascending",
                Order::Descending => "Descending",
            }
        );
        self.recorder.storage_call(call, gas);
        (result, gas)
    }

    // `next_key` and `next_value` are the trait's own, over this.
    fn next(&mut self, iterator_id: u32) -> BackendResult<Option<Record>> {
        let (result, gas) = self.storage.next(iterator_id);
        let found = match &result {
            Ok(Some((key, value))) => format!("{}={}", shown(key), shown(value)),
            Ok(None) => "none".to_string(),
            Err(error) => error.to_string(),
        };
        self.recorder
            .storage_call(format!("next {iterator_id} -> {found}"), gas);
        (result, gas)
    }

    fn set(&mut self, key: &[u8], value: &[u8]) -> BackendResult<()> {
        let (result, gas) = self.storage.set(key, value);
        let mut store = self.recorder.store.borrow_mut();
        store.insert(key.to_vec(), value.to_vec());
        self.recorder
            .storage_call(format!("set {} = {}", shown(key), shown(value)), gas);
        (result, gas)
    }

    fn remove(&mut self, key: &[u8]) -> BackendResult<()> {
        let (result, gas) = self.storage.remove(key);
        self.recorder.store.borrow_mut().remove(key);
        self.recorder
            .storage_call(format!("remove {}", shown(key)), gas);
        (result, gas)
    }
}

pub struct RecordingQuerier {
    querier: MockQuerier,
    recorder: Recorder,
}

impl Querier for RecordingQuerier {
    fn query_raw(
        &self,
        request: &[u8],
        gas_limit: u64,
    ) -> BackendResult<SystemResult<ContractResult<Binary>>> {
        let (result, gas) = self.querier.query_raw(request, gas_limit);
        let response = result.as_ref().ok().map(|response| {
            serde_json::to_string(response).expect("a system result is plain JSON")
        });
        self.recorder.recorded.borrow_mut().queries.push(json!({
            "request": String::from_utf8_lossy(request),
            "response": response,
            "backend_error": result.as_ref().err().map(ToString::to_string),
            "gas_limit": gas_limit,
            "cost": gas.cost,
            "externally_used": gas.externally_used,
        }));
        (result, gas)
    }
}

fn shown(bytes: &[u8]) -> String {
    if bytes.len() <= RECORDED_BYTES {
        return hex::encode(bytes);
    }
    let start = hex::encode(&bytes[..RECORDED_BYTES]);
    format!("{start}..({} bytes)", bytes.len())
}
