use cosmwasm_schema::write_api;
use sudobox_cw4_group::{ExecuteMsg, InstantiateMsg, QueryMsg};

fn main() {
    write_api! {
        name: "cw4_group",
        version: "2.0.0",
        instantiate: InstantiateMsg,
        execute: ExecuteMsg,
        query: QueryMsg,
    }
}
