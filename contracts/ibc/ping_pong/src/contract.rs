use cosmwasm_std::{
    entry_point, to_json_binary, Binary, ContractResult, Deps, DepsMut, Empty, Env, Ibc2Msg, IbcAcknowledgement,
    IbcMsg, IbcTimeout, MessageInfo, Order, Response, StdError, StdResult, SystemResult, Timestamp,
};

use crate::ibc2;
use crate::msg::{Behaviour, ExecuteMsg, HeardResponse, QueryMsg};
use crate::state::{BEHAVIOUR, HEARD};

const TIMEOUT_SECONDS: u64 = 600;

#[entry_point]
pub fn instantiate(deps: DepsMut, _env: Env, _info: MessageInfo, msg: Behaviour) -> StdResult<Response> {
    BEHAVIOUR.save(deps.storage, &msg)?;
    Ok(Response::new())
}

#[entry_point]
pub fn migrate(deps: DepsMut, _env: Env, msg: Behaviour) -> StdResult<Response> {
    BEHAVIOUR.save(deps.storage, &msg)?;
    Ok(Response::new())
}

#[entry_point]
pub fn execute(deps: DepsMut, env: Env, _info: MessageInfo, msg: ExecuteMsg) -> StdResult<Response> {
    let response = Response::new();
    Ok(match msg {
        ExecuteMsg::Configure(behaviour) => {
            BEHAVIOUR.save(deps.storage, &behaviour)?;
            response
        }
        ExecuteMsg::Send { channel_id, packet, timeout_seconds } => response.add_message(IbcMsg::SendPacket {
            channel_id,
            data: to_json_binary(&packet)?,
            timeout: IbcTimeout::with_timestamp(timeout(&env, timeout_seconds)),
        }),
        ExecuteMsg::Acknowledge { channel_id, sequence, ack } => response.add_message(IbcMsg::WriteAcknowledgement {
            channel_id,
            packet_sequence: sequence,
            ack: IbcAcknowledgement::new(ack),
        }),
        ExecuteMsg::Close { channel_id } => response.add_message(IbcMsg::CloseChannel { channel_id }),
        ExecuteMsg::Transfer { channel_id, to, amount, memo, timeout_seconds } => {
            response.add_message(IbcMsg::Transfer {
                channel_id,
                to_address: to,
                amount,
                timeout: IbcTimeout::with_timestamp(timeout(&env, timeout_seconds)),
                memo,
            })
        }
        ExecuteMsg::Send2 { source_client, destination_port, packet, timeout_seconds } => {
            response.add_message(ibc2::send(&env, source_client, destination_port, &packet, timeout_seconds)?)
        }
        ExecuteMsg::Acknowledge2 { source_client, destination_client, sequence, ack } => {
            response.add_message(Ibc2Msg::WriteAcknowledgement {
                source_client,
                destination_client,
                packet_sequence: sequence,
                ack: IbcAcknowledgement::new(ack),
            })
        }
    })
}

#[entry_point]
pub fn query(deps: Deps, _env: Env, msg: QueryMsg) -> StdResult<Binary> {
    match msg {
        QueryMsg::Heard {} => {
            let rows = HEARD.range(deps.storage, None, None, Order::Ascending);
            let heard = rows.map(|row| Ok(row?.1)).collect::<StdResult<_>>()?;
            to_json_binary(&HeardResponse { heard })
        }
        QueryMsg::Chain { request } => match deps.querier.raw_query(&request) {
            SystemResult::Ok(ContractResult::Ok(answer)) => to_json_binary(&answer),
            SystemResult::Ok(ContractResult::Err(text)) => Err(StdError::msg(text)),
            SystemResult::Err(error) => Err(StdError::msg(error)),
        },
    }
}

#[entry_point]
pub fn reply(_deps: DepsMut, _env: Env, _msg: cosmwasm_std::Reply) -> StdResult<Response<Empty>> {
    Ok(Response::new())
}

pub fn timeout(env: &Env, seconds: Option<u64>) -> Timestamp {
    env.block.time.plus_seconds(seconds.unwrap_or(TIMEOUT_SECONDS))
}
