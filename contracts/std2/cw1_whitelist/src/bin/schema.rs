use cosmwasm_schema::write_api;
use sudobox_cw1_whitelist::{ExecuteMsg, InstantiateMsg, QueryMsg};

fn main() {
    write_api! {
        name: "cw1_whitelist",
        version: "2.0.0",
        instantiate: InstantiateMsg,
        execute: ExecuteMsg,
        query: QueryMsg,
    }
}
