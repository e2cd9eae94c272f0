use cosmwasm_schema::write_api;
use sudobox_cw3_flex_multisig::{ExecuteMsg, InstantiateMsg, QueryMsg};

fn main() {
    write_api! {
        name: "cw3_flex_multisig",
        version: "2.0.0",
        instantiate: InstantiateMsg,
        execute: ExecuteMsg,
        query: QueryMsg,
    }
}
