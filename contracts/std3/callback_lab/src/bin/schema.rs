use callback_lab::msg::{ExecuteMsg, InstantiateMsg, MigrateMsg, QueryMsg};
use callback_lab::sudo::SudoMsg;
use cosmwasm_schema::write_api;

fn main() {
    write_api! {
        name: "callback_lab",
        instantiate: InstantiateMsg,
        execute: ExecuteMsg,
        query: QueryMsg,
        migrate: MigrateMsg,
        sudo: SudoMsg,
    }
}
