use cosmwasm_std::{
    entry_point, from_json, to_json_binary, Addr, BankMsg, Binary, Coin, Deps, DepsMut, Env, MessageInfo, Order,
    Response, StdError, StdResult, WasmMsg,
};

use crate::msg::{CollectionMsg, ExecuteMsg, InstantiateMsg, NftHook, QueryMsg, RouterMsg};
use crate::state::{Config, CONFIG, CONTRACTS, KEPT, PAIRS, ROOT, TOKENS};

#[entry_point]
pub fn instantiate(deps: DepsMut, _env: Env, _info: MessageInfo, msg: InstantiateMsg) -> StdResult<Response> {
    let owner = deps.api.addr_validate(&msg.owner)?;
    CONFIG.save(deps.storage, &Config { owner, burning: msg.burning })?;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(deps: DepsMut, _env: Env, info: MessageInfo, msg: ExecuteMsg) -> StdResult<Response> {
    let config = CONFIG.load(deps.storage)?;
    let response = Response::new();
    Ok(match msg {
        ExecuteMsg::SetContract { name, contract } => {
            by(&info, &config.owner)?;
            CONTRACTS.save(deps.storage, &name, &deps.api.addr_validate(&contract)?)?;
            response
        }
        ExecuteMsg::Route {} => response.add_message(WasmMsg::Execute {
            contract_addr: CONTRACTS.load(deps.storage, "router")?.to_string(),
            msg: to_json_binary(&RouterMsg::Ping {})?,
            funds: vec![],
        }),
        ExecuteMsg::MapPair { channel_id, denom, remote_denom } => {
            by(&info, &config.owner)?;
            PAIRS.save(deps.storage, (&channel_id, &denom), &remote_denom)?;
            response
        }
        ExecuteMsg::Bridge { channel_id } => {
            let Coin { denom, amount } = one_coin(&info)?;
            if !PAIRS.has(deps.storage, (&channel_id, &denom)) {
                return Err(StdError::msg("You can only send native tokens that has a map to the other chain"));
            }
            KEPT.update(deps.storage, (&info.sender, &denom), |kept| -> StdResult<_> {
                Ok(kept.unwrap_or_default() + amount)
            })?;
            response
        }
        ExecuteMsg::Withdraw {} => {
            let all = kept(deps.as_ref(), &info.sender)?;
            if all.is_empty() {
                return Err(StdError::msg("nothing to withdraw"));
            }
            for coin in &all {
                KEPT.remove(deps.storage, (&info.sender, &coin.denom));
            }
            response.add_message(BankMsg::Send { to_address: info.sender.to_string(), amount: all })
        }
        ExecuteMsg::Burn {} => {
            let burning = config.burning.ok_or_else(|| StdError::msg("Burning is only available on outposts"))?;
            let amount = vec![one_coin(&info)?];
            response.add_attribute("reason", burning.reason).add_message(BankMsg::Burn { amount })
        }
        ExecuteMsg::Commit { root, leaves } => {
            if !leaves.is_empty() {
                return Err(StdError::msg("vectors must be empty"));
            }
            let digits = root.bytes().all(|digit| digit.is_ascii_hexdigit());
            if root.len() != 64 || !digits {
                return Err(StdError::msg("the root must be a hex string of 32 bytes"));
            }
            ROOT.save(deps.storage, &root)?;
            response
        }
        ExecuteMsg::ReceiveNft { sender, token_id, msg } => {
            let NftHook::Keep { .. } = from_json(msg)?;
            let owner = deps.api.addr_validate(&sender)?;
            TOKENS.save(deps.storage, (&info.sender, &token_id), &owner)?;
            response
        }
        ExecuteMsg::Release { collection, token_id } => {
            let collection = deps.api.addr_validate(&collection)?;
            let owner = TOKENS.load(deps.storage, (&collection, &token_id))?;
            by(&info, &owner)?;
            TOKENS.remove(deps.storage, (&collection, &token_id));
            response.add_message(WasmMsg::Execute {
                contract_addr: collection.to_string(),
                msg: to_json_binary(&CollectionMsg::TransferNft { recipient: owner.to_string(), token_id })?,
                funds: vec![],
            })
        }
    })
}

#[entry_point]
pub fn query(deps: Deps, _env: Env, msg: QueryMsg) -> StdResult<Binary> {
    match msg {
        QueryMsg::Kept { actor } => to_json_binary(&kept(deps, &Addr::unchecked(actor))?),
        QueryMsg::Root {} => to_json_binary(&ROOT.may_load(deps.storage)?),
    }
}

fn kept(deps: Deps, owner: &Addr) -> StdResult<Vec<Coin>> {
    let rows = KEPT.prefix(owner).range(deps.storage, None, None, Order::Ascending);
    rows.map(|row| row.map(|(denom, amount)| Coin { denom, amount })).collect()
}

fn by(info: &MessageInfo, who: &Addr) -> StdResult<()> {
    if info.sender == *who {
        Ok(())
    } else {
        Err(StdError::msg("Unauthorized"))
    }
}

fn one_coin(info: &MessageInfo) -> StdResult<Coin> {
    match &info.funds[..] {
        [] => Err(StdError::msg("No funds sent")),
        [coin] => Ok(coin.clone()),
        _ => Err(StdError::msg("Sent more than one denomination")),
    }
}
