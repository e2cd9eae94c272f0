use cosmwasm_schema::cw_serde;
use cosmwasm_std::{
    entry_point, to_json_binary, Binary, CosmosMsg, Deps, DepsMut, Empty, Env, IbcMsg, IbcTimeout, MessageInfo, Order,
    Response, StdError, StdResult,
};

use crate::msg::{ExecuteMsg, InstantiateMsg, QueryMsg};
use crate::proto::{open_init, rewards_to_itself};
use crate::state::{Config, Request, ACCOUNT, CONFIG, LAST, OPENING, REQUESTS};

const TIMEOUT_SECONDS: u64 = 3600;

/// `InterchainAccountPacketData`.
#[cw_serde]
pub struct PacketData {
    pub r#type: u8,
    pub data: Binary,
    /// The number of the request.
    pub memo: String,
}

const EXECUTE_TX: u8 = 1;

#[entry_point]
pub fn instantiate(deps: DepsMut, env: Env, _info: MessageInfo, msg: InstantiateMsg) -> StdResult<Response> {
    let report_to = msg.report_to.map(|address| deps.api.addr_validate(&address)).transpose()?;
    let config = Config { connection_id: msg.connection_id, host_connection_id: msg.host_connection_id, report_to };
    CONFIG.save(deps.storage, &config)?;
    Ok(Response::new().add_message(open(deps, &env)?))
}

#[entry_point]
pub fn migrate(deps: DepsMut, _env: Env, _msg: Empty) -> StdResult<Response> {
    #[cfg(feature = "v2")]
    {
        use crate::state::OLD_REQUESTS;
        let old: Vec<(u64, Request)> =
            OLD_REQUESTS.range(deps.storage, None, None, Order::Ascending).collect::<StdResult<_>>()?;
        for (number, request) in old {
            OLD_REQUESTS.remove(deps.storage, number);
            REQUESTS.save(deps.storage, number, &request)?;
        }
    }
    let _ = deps;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(deps: DepsMut, env: Env, info: MessageInfo, msg: ExecuteMsg) -> StdResult<Response> {
    match msg {
        ExecuteMsg::Submit {} => {
            let account = ACCOUNT.may_load(deps.storage)?.ok_or_else(|| StdError::msg("there is no account yet"))?;
            let number = LAST.may_load(deps.storage)?.unwrap_or_default() + 1;
            LAST.save(deps.storage, &number)?;
            REQUESTS.save(deps.storage, number, &Request { sender: info.sender })?;
            let packet = PacketData {
                r#type: EXECUTE_TX,
                data: Binary::new(rewards_to_itself(&account.address)),
                memo: number.to_string(),
            };
            Ok(Response::new().add_message(IbcMsg::SendPacket {
                channel_id: account.channel_id,
                data: to_json_binary(&packet)?,
                timeout: IbcTimeout::with_timestamp(env.block.time.plus_seconds(TIMEOUT_SECONDS)),
            }))
        }
        ExecuteMsg::Reopen {} => {
            if ACCOUNT.exists(deps.storage) {
                return Err(StdError::msg("the account is there already"));
            }
            Ok(Response::new().add_message(open(deps, &env)?))
        }
    }
}

#[entry_point]
pub fn query(deps: Deps, _env: Env, msg: QueryMsg) -> StdResult<Binary> {
    match msg {
        QueryMsg::Account {} => to_json_binary(&ACCOUNT.may_load(deps.storage)?),
        QueryMsg::Requests {} => {
            let requests = REQUESTS.range(deps.storage, None, None, Order::Ascending);
            to_json_binary(&requests.collect::<StdResult<Vec<_>>>()?)
        }
    }
}

/// Opens the channel, which `ibc_channel_open` accepts once.
fn open(deps: DepsMut, env: &Env) -> StdResult<CosmosMsg> {
    OPENING.save(deps.storage, &true)?;
    let Config { connection_id, host_connection_id, .. } = CONFIG.load(deps.storage)?;
    let version = format!(
        r#"{{"version":"ics27-1","controller_connection_id":"{connection_id}","host_connection_id":"{host_connection_id}","address":"","encoding":"proto3","tx_type":"sdk_multi_msg"}}"#
    );
    let address = env.contract.address.as_str();
    Ok(open_init(&format!("wasm.{address}"), &connection_id, &version, address))
}
