//! The script: which module, and which calls with which bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cosmwasm_std::Coin;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The contract's store: key to value.
pub type Store = BTreeMap<Vec<u8>, Vec<u8>>;

const DEFAULT_ENV: &str = r#"{"block":{"height":12345,"time":"1571797419879305533","chain_id":"cosmos-testnet-14002"},"transaction":{"index":3,"hash":"5UadrOwXzviiYP03Z17Yfn+2orWtlRk8UTCABsfklLM="},"contract":{"address":"cosmwasm1jpev2csrppg792t22rn8z8uew8h3sjcpglcd0qv9g8gj8ky922tscp8avs"}}"#;
const DEFAULT_INFO: &str = r#"{"sender":"cosmwasm1h34lmpywh4upnjdg90cjf4j70aee6z8qqfspugamjp42e4q28kqs8s7vcp","funds":[]}"#;
const DEFAULT_MSG: &str = "{}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    pub wasm: String,
    #[serde(default = "default_gas_limit")]
    pub gas_limit: u64,
    #[serde(default = "default_memory_limit")]
    pub memory_limit: usize,
    #[serde(default)]
    pub balances: BTreeMap<String, Vec<Coin>>,
    #[serde(default)]
    pub reuse_instance: bool,
    #[serde(default = "yes")]
    pub sweep: bool,
    pub steps: Vec<Step>,
}

/// One call. JSON arguments are raw, because gas depends on their very bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub name: String,
    pub entry: String,
    pub env: Option<Box<RawValue>>,
    pub info: Option<Box<RawValue>>,
    pub msg: Option<Box<RawValue>>,
    pub msg_text: Option<String>,
    pub migrate_info: Option<Box<RawValue>>,
    pub gas_limit: Option<u64>,
    pub memory_limit: Option<usize>,
    pub sweep: Option<bool>,
    #[serde(default)]
    pub sweep_limits: Vec<u64>,
    #[serde(default)]
    pub put: BTreeMap<String, Option<String>>,
}

fn default_gas_limit() -> u64 {
    500_000_000_000
}

fn default_memory_limit() -> usize {
    33_554_432
}

fn yes() -> bool {
    true
}

impl Script {
    /// Reads a script; the second value is the path of its module.
    pub fn read(path: &Path) -> Result<(Script, PathBuf), String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let script: Script =
            serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        let wasm = path.parent().unwrap_or(Path::new(".")).join(&script.wasm);
        Ok((script, wasm))
    }
}

impl Step {
    pub fn env_raw(&self) -> &str {
        raw_or(&self.env, DEFAULT_ENV)
    }

    pub fn info_raw(&self) -> &str {
        raw_or(&self.info, DEFAULT_INFO)
    }

    pub fn msg_raw(&self) -> &str {
        match &self.msg_text {
            Some(text) => text,
            None => raw_or(&self.msg, DEFAULT_MSG),
        }
    }

    pub fn migrate_info_raw(&self) -> Option<&str> {
        self.migrate_info.as_deref().map(RawValue::get)
    }

    /// Applies `put` to the store.
    pub fn put_into(&self, store: &mut Store) -> Result<(), String> {
        let bytes = |text: &str| {
            hex::decode(text).map_err(|e| format!("step \"{}\": put \"{text}\": {e}", self.name))
        };
        for (key, value) in &self.put {
            match value {
                Some(value) => store.insert(bytes(key)?, bytes(value)?),
                None => store.remove(&bytes(key)?),
            };
        }
        Ok(())
    }
}

fn raw_or<'a>(value: &'a Option<Box<RawValue>>, default: &'a str) -> &'a str {
    value.as_deref().map_or(default, RawValue::get)
}
