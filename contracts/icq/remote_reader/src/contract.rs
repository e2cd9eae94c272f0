use cosmos_sdk_proto::cosmos::bank::v1beta1::MsgSend;
use cosmos_sdk_proto::cosmos::tx::v1beta1::{TxBody, TxRaw};
use cosmos_sdk_proto::traits::Message;
use cosmwasm_std::{
    entry_point, to_json_binary, BankMsg, Binary, Coin, Deps, DepsMut, Env, MessageInfo, Response, StdError, Uint128,
};
use neutron_sdk::bindings::msg::NeutronMsg;
use neutron_sdk::bindings::query::NeutronQuery;
use neutron_sdk::interchain_queries::queries::get_raw_interchain_query_result;
use neutron_sdk::interchain_queries::types::QueryPayload;
use neutron_sdk::interchain_queries::v047::types::{
    Balances, BALANCES_PREFIX, BANK_STORE_KEY, COSMOS_SDK_TRANSFER_MSG_URL,
};
use neutron_sdk::interchain_queries::v047::{queries, register_queries as register};
use neutron_sdk::interchain_queries::{get_registered_query, query_kv_result};
use neutron_sdk::sudo::msg::SudoMsg;
use neutron_sdk::NeutronResult;
use std::str::FromStr;

use crate::msg::{ExecuteMsg, InstantiateMsg, QueryMsg, Seen, What};
use crate::state::{CONFIG, SEEN};

#[entry_point]
pub fn instantiate(
    deps: DepsMut<NeutronQuery>,
    _env: Env,
    _info: MessageInfo,
    msg: InstantiateMsg,
) -> NeutronResult<Response<NeutronMsg>> {
    CONFIG.save(deps.storage, &msg)?;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(
    _deps: DepsMut<NeutronQuery>,
    _env: Env,
    _info: MessageInfo,
    msg: ExecuteMsg,
) -> NeutronResult<Response<NeutronMsg>> {
    let message = match msg {
        ExecuteMsg::Register { connection_id, update_period, what } => {
            registration(connection_id, update_period, what)?
        }
        ExecuteMsg::RemoveQuery { query_id } => NeutronMsg::remove_interchain_query(query_id),
        ExecuteMsg::Resubmit { failure_id } => NeutronMsg::submit_resubmit_failure(failure_id),
    };
    Ok(Response::new().add_message(message))
}

fn registration(connection: String, period: u64, what: What) -> NeutronResult<NeutronMsg> {
    match what {
        What::Balances { addr, denoms } => register::new_register_balances_query_msg(connection, addr, denoms, period),
        What::TotalSupply { denoms } => register::new_register_bank_total_supply_query_msg(connection, denoms, period),
        What::FeePool {} => register::new_register_distribution_fee_pool_query_msg(connection, period),
        What::Proposals { ids } => register::new_register_gov_proposals_query_msg(connection, ids, period),
        What::Votes { ids, voters } => {
            register::new_register_gov_proposals_voters_votes_query_msg(connection, ids, voters, period)
        }
        What::Validators { validators } => {
            register::new_register_staking_validators_query_msg(connection, validators, period)
        }
        What::SigningInfos { validators } => {
            register::new_register_validators_signing_infos_query_msg(connection, validators, period)
        }
        What::Delegations { delegator, validators } => {
            register::new_register_delegator_delegations_query_msg(connection, delegator, validators, period)
        }
        What::UnbondingDelegations { delegator, validators } => {
            register::new_register_delegator_unbonding_delegations_query_msg(connection, delegator, validators, period)
        }
        What::WasmStore { contract, key } => {
            register::new_register_wasm_contract_store_query_msg(connection, contract, key, period)
        }
        What::Transfers { recipient, min_height } => {
            register::new_register_transfers_query_msg(connection, recipient, period, min_height)
        }
        What::Keys { keys } => NeutronMsg::register_interchain_query(QueryPayload::KV(keys), connection, period),
    }
}

#[entry_point]
pub fn query(deps: Deps<NeutronQuery>, env: Env, msg: QueryMsg) -> NeutronResult<Binary> {
    Ok(match msg {
        QueryMsg::Balances { query_id } => to_json_binary(&queries::query_balance(deps, env, query_id)?),
        QueryMsg::TotalSupply { query_id } => to_json_binary(&queries::query_bank_total(deps, env, query_id)?),
        QueryMsg::FeePool { query_id } => to_json_binary(&queries::query_distribution_fee_pool(deps, env, query_id)?),
        QueryMsg::Proposals { query_id } => to_json_binary(&queries::query_government_proposals(deps, env, query_id)?),
        QueryMsg::Votes { query_id } => to_json_binary(&queries::query_government_proposal_votes(deps, env, query_id)?),
        QueryMsg::Validators { query_id } => to_json_binary(&queries::query_staking_validators(deps, env, query_id)?),
        QueryMsg::SigningInfos { query_id } => {
            to_json_binary(&queries::query_validators_signing_infos(deps, env, query_id)?)
        }
        QueryMsg::Delegations { query_id } => to_json_binary(&queries::query_delegations(deps, env, query_id)?),
        QueryMsg::UnbondingDelegations { query_id } => {
            to_json_binary(&queries::query_unbonding_delegations(deps, env, query_id)?)
        }
        QueryMsg::Values { query_id } => {
            to_json_binary(&get_raw_interchain_query_result(deps, query_id)?.result.kv_results)
        }
        QueryMsg::Seen { query_id } => to_json_binary(&seen(deps, query_id)?),
    }?)
}

fn seen(deps: Deps<NeutronQuery>, query_id: u64) -> NeutronResult<Option<Seen>> {
    let threshold = CONFIG.load(deps.storage)?.threshold;
    Ok(SEEN.may_load(deps.storage, query_id)?.map(|coins| Seen {
        threshold_reached: threshold
            .is_some_and(|wanted| coins.iter().any(|coin| coin.denom == wanted.denom && coin.amount >= wanted.amount)),
        coins,
    }))
}

#[entry_point]
pub fn sudo(deps: DepsMut<NeutronQuery>, _env: Env, msg: SudoMsg) -> NeutronResult<Response<NeutronMsg>> {
    match msg {
        SudoMsg::KVQueryResult { query_id } => note_balances(deps, query_id),
        SudoMsg::TxQueryResult { data, .. } => pay_for(deps, data),
        _ => Ok(Response::new()),
    }
}

fn note_balances(deps: DepsMut<NeutronQuery>, query_id: u64) -> NeutronResult<Response<NeutronMsg>> {
    let query = get_registered_query(deps.as_ref(), query_id)?.registered_query;
    let is_of_balances =
        query.keys.iter().all(|key| key.path == BANK_STORE_KEY && key.key.first() == Some(&BALANCES_PREFIX));
    if is_of_balances {
        let balances: Balances = query_kv_result(deps.as_ref(), query_id)?;
        SEEN.save(deps.storage, query_id, &balances.coins)?;
    }
    Ok(Response::new())
}

fn pay_for(deps: DepsMut<NeutronQuery>, data: Binary) -> NeutronResult<Response<NeutronMsg>> {
    let Some(pays) = CONFIG.load(deps.storage)?.pays else {
        return Ok(Response::new());
    };
    let tx = TxRaw::decode(data.as_slice())?;
    let body = TxBody::decode(tx.body_bytes.as_slice())?;
    let to_address = deps.api.addr_validate(&body.memo)?.into_string();
    let mut total = Uint128::zero();
    for message in body.messages {
        if message.type_url != COSMOS_SDK_TRANSFER_MSG_URL {
            continue;
        }
        let send = MsgSend::decode(message.value.as_slice())?;
        if send.to_address != pays.recipient {
            continue;
        }
        for coin in send.amount {
            total += Uint128::from_str(&coin.amount).map_err(StdError::from)?;
        }
    }
    let amount = vec![Coin::new(total, pays.denom)];
    Ok(Response::new().add_message(BankMsg::Send { to_address, amount }))
}
