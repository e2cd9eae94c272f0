use cosmwasm_std::{
    coin, entry_point, from_json, to_json_binary, to_json_vec, Binary, ContractResult, CosmosMsg, Deps, DepsMut, Env,
    MessageInfo, QueryRequest, Reply, Response, StdError, StdResult, SystemResult,
};

use crate::behaviour::perform;
use crate::chain::{ChainFailures, ChainMsg, ChainQuery, IbcFee, MinIbcFee, Pagination};
use crate::error::Error;
use crate::json::Json;
use crate::msg::{ExecuteMsg, FailuresResponse, InstantiateMsg, MigrateMsg, QueryMsg, ReceivedResponse};
use crate::state;
use crate::sudo::{Callback, Height, SudoMsg};

type Outcome = Result<Response<ChainMsg>, Error>;

/// Timeouts of packets where none is given.
const TIMEOUT_SECONDS: u64 = 600;
const NATIVE_DENOM: &str = "untrn";

#[entry_point]
pub fn instantiate(deps: DepsMut<ChainQuery>, _env: Env, _info: MessageInfo, msg: InstantiateMsg) -> Outcome {
    state::configure_all(deps.storage, &msg)?;
    Ok(Response::new())
}

#[entry_point]
pub fn migrate(deps: DepsMut<ChainQuery>, _env: Env, msg: MigrateMsg) -> Outcome {
    state::configure_all(deps.storage, &msg)?;
    Ok(Response::new())
}

#[entry_point]
pub fn sudo(deps: DepsMut<ChainQuery>, env: Env, msg: Json) -> Outcome {
    let callback = from_json::<SudoMsg>(msg.text())?.callback();
    called_back(deps, env, callback, msg)
}

#[entry_point]
pub fn reply(deps: DepsMut<ChainQuery>, env: Env, msg: Reply) -> Outcome {
    let message = from_json(to_json_vec(&msg)?)?;
    called_back(deps, env, Callback::Reply, message)
}

fn called_back(mut deps: DepsMut<ChainQuery>, env: Env, callback: Callback, message: Json) -> Outcome {
    state::record(deps.storage, callback, env.block.height, message)?;
    let behaviour = state::behaviour(deps.storage, callback)?;
    perform(behaviour, &mut deps, Response::new().add_attribute("callback", callback.name()))
}

#[entry_point]
pub fn execute(mut deps: DepsMut<ChainQuery>, env: Env, info: MessageInfo, msg: ExecuteMsg) -> Outcome {
    let message = match msg {
        ExecuteMsg::Configure { callback, behaviour } => {
            state::configure(deps.storage, callback, &behaviour)?;
            return Ok(Response::new().add_attribute("configured", callback.name()));
        }
        ExecuteMsg::Act { behaviour } => return perform(behaviour, &mut deps, Response::new()),
        ExecuteMsg::Resubmit { failure_id } => ChainMsg::ResubmitFailure { failure_id },
        ExecuteMsg::Transfer {
            channel,
            to,
            amount,
            denom,
            memo,
            port,
            timeout_height,
            timeout_timestamp,
            timeout_seconds,
            fee,
        } => {
            let denom = denom
                .or_else(|| info.funds.first().map(|coin| coin.denom.clone()))
                .unwrap_or_else(|| NATIVE_DENOM.to_string());
            let relative = match (timeout_seconds, &timeout_height) {
                (None, Some(_)) => None,
                (seconds, _) => Some(env.block.time.plus_seconds(seconds.unwrap_or(TIMEOUT_SECONDS)).nanos()),
            };
            ChainMsg::IbcTransfer {
                source_port: port.unwrap_or_else(|| "transfer".to_string()),
                source_channel: channel,
                token: coin(amount.u128(), denom),
                sender: env.contract.address.into_string(),
                receiver: to,
                timeout_height: timeout_height.unwrap_or(Height { revision_number: 0, revision_height: 0 }),
                timeout_timestamp: timeout_timestamp.map(|nanos| nanos.u64()).or(relative).unwrap_or(0),
                memo: memo.unwrap_or_default(),
                fee: fee_or_minimum(deps.as_ref(), fee)?,
            }
        }
        ExecuteMsg::RegisterKvQuery { connection_id, update_period, keys } => ChainMsg::RegisterInterchainQuery {
            query_type: "kv".to_string(),
            keys,
            transactions_filter: String::new(),
            connection_id,
            update_period,
        },
        ExecuteMsg::RegisterTxQuery { connection_id, update_period, transactions_filter } => {
            ChainMsg::RegisterInterchainQuery {
                query_type: "tx".to_string(),
                keys: vec![],
                transactions_filter,
                connection_id,
                update_period,
            }
        }
        ExecuteMsg::UpdateQuery { query_id, new_keys, new_update_period, new_transactions_filter } => {
            ChainMsg::UpdateInterchainQuery { query_id, new_keys, new_update_period, new_transactions_filter }
        }
        ExecuteMsg::RemoveQuery { query_id } => ChainMsg::RemoveInterchainQuery { query_id },
        ExecuteMsg::RegisterAccount { connection_id, interchain_account_id, register_fee, ordering } => {
            ChainMsg::RegisterInterchainAccount { connection_id, interchain_account_id, register_fee, ordering }
        }
        ExecuteMsg::SubmitTx { connection_id, interchain_account_id, msgs, memo, timeout, fee } => ChainMsg::SubmitTx {
            connection_id,
            interchain_account_id,
            msgs,
            memo: memo.unwrap_or_default(),
            timeout: timeout.unwrap_or(TIMEOUT_SECONDS),
            fee: fee_or_minimum(deps.as_ref(), fee)?,
        },
    };
    Ok(Response::new().add_message(CosmosMsg::Custom(message)))
}

fn fee_or_minimum(deps: Deps<ChainQuery>, fee: Option<IbcFee>) -> StdResult<IbcFee> {
    match fee {
        Some(fee) => Ok(fee),
        None => Ok(deps.querier.query::<MinIbcFee>(&QueryRequest::Custom(ChainQuery::MinIbcFee {}))?.min_fee),
    }
}

#[entry_point]
pub fn query(deps: Deps<ChainQuery>, env: Env, msg: QueryMsg) -> StdResult<Binary> {
    let address = env.contract.address.into_string();
    match msg {
        QueryMsg::Received { start_after, limit } => {
            let received = state::received(deps.storage, start_after, limit)?;
            to_json_binary(&ReceivedResponse { received })
        }
        QueryMsg::Counters {} => to_json_binary(&state::counters(deps.storage)?),
        QueryMsg::Config {} => to_json_binary(&state::configuration(deps.storage)?),
        QueryMsg::Failures { pagination } => to_json_binary(&failures(deps, address, pagination)?),
        QueryMsg::RegisteredQuery { query_id } => {
            ask(deps, &QueryRequest::Custom(ChainQuery::RegisteredInterchainQuery { query_id }))
        }
        QueryMsg::QueryResult { query_id } => {
            ask(deps, &QueryRequest::Custom(ChainQuery::InterchainQueryResult { query_id }))
        }
        QueryMsg::AccountAddress { connection_id, interchain_account_id } => ask(
            deps,
            &QueryRequest::Custom(ChainQuery::InterchainAccountAddress {
                owner_address: address,
                interchain_account_id,
                connection_id,
            }),
        ),
        QueryMsg::Chain { request } => to_json_binary(&ask(deps, &request)?),
    }
}

fn failures(deps: Deps<ChainQuery>, address: String, pagination: Option<Pagination>) -> StdResult<FailuresResponse> {
    let request = QueryRequest::Custom(ChainQuery::Failures { address, pagination });
    let failures = deps.querier.query::<ChainFailures>(&request)?.failures.unwrap_or_default();
    Ok(FailuresResponse { failures })
}

/// The chain's answer as it came.
fn ask(deps: Deps<ChainQuery>, request: &QueryRequest<ChainQuery>) -> StdResult<Binary> {
    match deps.querier.raw_query(&to_json_vec(request)?) {
        SystemResult::Ok(ContractResult::Ok(answer)) => Ok(answer),
        SystemResult::Ok(ContractResult::Err(error)) => Err(StdError::msg(format!("Querier contract error: {error}"))),
        SystemResult::Err(error) => Err(StdError::msg(format!("Querier system error: {error}"))),
    }
}
