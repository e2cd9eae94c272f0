use cosmwasm_schema::cw_schema::Schemaifier;
use cosmwasm_schema::cw_serde;
use cosmwasm_schema::schemars::JsonSchema;
use cosmwasm_std::{Binary, CosmosMsg, DepsMut, ReplyOn, Response, SubMsg, Uint64};
use serde::de::{value::MapAccessDeserializer, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::chain::{ChainMsg, ChainQuery};
use crate::error::Error;
use crate::{endless, gas};

/// What to do when called: a name, or an object of one name with what it needs.
#[derive(Serialize, Clone, Debug, PartialEq, JsonSchema, Schemaifier)]
#[serde(untagged)]
#[schemaifier(crate = "cosmwasm_schema::cw_schema", mute_warnings)]
#[schemars(crate = "cosmwasm_schema::schemars")]
pub enum Behaviour {
    Plain(Plain),
    Detailed(Detailed),
}

#[cw_serde]
pub enum Plain {
    /// Return without an error.
    Succeed,
    /// Return an error with the text `told to fail`.
    Error,
    /// Panic with the text `told to panic`.
    Panic,
    /// Compute until the gas is used up.
    Loop,
    /// Write new entries to the store until the gas is used up.
    WriteForever,
    /// Take memory until there is none.
    AllocateForever,
    /// Call itself until the stack is used up.
    RecurseForever,
}

#[cw_serde]
pub enum Detailed {
    /// Return an error with this text.
    Error(String),
    /// Panic with this text.
    Panic(String),
    /// Spend about this much SDK gas (140,000 VM gas each) on computing, on top of what the call costs anyway, and succeed.
    SpendGas(Uint64),
    /// Send these messages and succeed.
    Submessages(Vec<Submessage>),
    /// One after the other; the first that fails ends it.
    InOrder(Vec<Behaviour>),
}

/// A message with the chain's options for it; all but the message may be left out.
#[cw_serde]
pub struct Submessage {
    pub msg: CosmosMsg<ChainMsg>,
    #[serde(default = "never")]
    pub reply_on: ReplyOn,
    #[serde(default)]
    pub id: u64,
    /// SDK gas
    pub gas_limit: Option<u64>,
    #[serde(default)]
    pub payload: Binary,
}

fn never() -> ReplyOn {
    ReplyOn::Never
}

impl From<Submessage> for SubMsg<ChainMsg> {
    fn from(message: Submessage) -> Self {
        let Submessage { msg, reply_on, id, gas_limit, payload } = message;
        SubMsg { id, payload, msg, gas_limit, reply_on }
    }
}

impl Default for Behaviour {
    fn default() -> Self {
        Behaviour::Plain(Plain::Succeed)
    }
}

/// By hand, since the derived one for untagged enums loses the reason of a failure.
impl<'de> Deserialize<'de> for Behaviour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrObject;

        impl<'de> Visitor<'de> for NameOrObject {
            type Value = Behaviour;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a behaviour: a name or an object of one name")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Behaviour, E> {
                Plain::deserialize(name.into_deserializer()).map(Behaviour::Plain)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Behaviour, A::Error> {
                Detailed::deserialize(MapAccessDeserializer::new(map)).map(Behaviour::Detailed)
            }
        }

        deserializer.deserialize_any(NameOrObject)
    }
}

/// Does what the behaviour says and adds its messages to the response.
pub fn perform(
    behaviour: Behaviour,
    deps: &mut DepsMut<ChainQuery>,
    response: Response<ChainMsg>,
) -> Result<Response<ChainMsg>, Error> {
    match behaviour {
        Behaviour::Plain(plain) => match plain {
            Plain::Succeed => Ok(response),
            Plain::Error => Err(Error::Told("told to fail".to_string())),
            Plain::Panic => panic!("told to panic"),
            Plain::Loop => endless::compute(),
            Plain::WriteForever => endless::write(deps.storage),
            Plain::AllocateForever => endless::allocate(),
            Plain::RecurseForever => endless::recurse(),
        },
        Behaviour::Detailed(detailed) => match detailed {
            Detailed::Error(text) => Err(Error::Told(text)),
            Detailed::Panic(text) => panic!("{text}"),
            Detailed::SpendGas(amount) => {
                gas::spend(amount.u64());
                Ok(response)
            }
            Detailed::Submessages(messages) => Ok(response.add_submessages(messages.into_iter().map(SubMsg::from))),
            Detailed::InOrder(behaviours) => {
                behaviours.into_iter().try_fold(response, |response, next| perform(next, deps, response))
            }
        },
    }
}
