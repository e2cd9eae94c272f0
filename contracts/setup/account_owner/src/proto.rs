//! The few protobuf messages that the contract writes.

use cosmwasm_std::{AnyMsg, Binary, CosmosMsg};

const INIT: u8 = 1;
const ORDERED: u8 = 2;

/// A field with bytes.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![number << 3 | 2];
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(content);
    bytes
}

/// `ibc.core.channel.v1.MsgChannelOpenInit` of an ordered channel to the host of interchain accounts.
pub fn open_init(port: &str, connection: &str, version: &str, signer: &str) -> CosmosMsg {
    let channel = [
        vec![1 << 3, INIT, 2 << 3, ORDERED],
        field(3, &field(1, b"icahost")),
        field(4, connection.as_bytes()),
        field(5, version.as_bytes()),
    ]
    .concat();
    let value = [field(1, port.as_bytes()), field(2, &channel), field(3, signer.as_bytes())].concat();
    CosmosMsg::Any(AnyMsg {
        type_url: "/ibc.core.channel.v1.MsgChannelOpenInit".to_string(),
        value: Binary::new(value),
    })
}

/// A transaction of an interchain account with one message, which pays rewards of the account to itself.
pub fn rewards_to_itself(account: &str) -> Vec<u8> {
    let message = [field(1, account.as_bytes()), field(2, account.as_bytes())].concat();
    let any = [field(1, b"/cosmos.distribution.v1beta1.MsgSetWithdrawAddress"), field(2, &message)].concat();
    field(1, &any)
}
