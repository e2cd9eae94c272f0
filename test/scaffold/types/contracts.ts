// Written by `sudobox types` from the schemas of the contracts. Do not edit it: run the command again.

/* eslint-disable */

/** The contract account_owner: `deploy<AccountOwner>('….wasm', …)`. */
export interface AccountOwner {
  instantiate: AccountOwner.InstantiateMsg
  execute: AccountOwner.ExecuteMsg
  query: AccountOwner.QueryMsg
  migrate: never
  answers: {
    account: AccountOwner.NullableAccount
    requests: AccountOwner.ArrayOfTupleOfUint64AndRequest
  }
}

export declare namespace AccountOwner {
  export type InstantiateMsg = {
    connection_id: string
    host_connection_id: string
    /** A contract that is told when the account is there */
    report_to?: string | null
  }

  export type ExecuteMsg = {
    /** Has rewards of the account on the other chain paid to itself. Needs the account */
    submit: Record<string, never>
  } | {
    /** Opens the channel again. Only while it is closed */
    reopen: Record<string, never>
  }

  export type QueryMsg = {
    account: Record<string, never>
  } | {
    requests: Record<string, never>
  }

  export type NullableAccount = Account | null

  export type Account = {
    address: string
    channel_id: string
  }

  export type ArrayOfTupleOfUint64AndRequest = [number, Request][]

  /**
   * A human-readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multichain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  export type Request = {
    sender: Addr
  }
}

/** The contract callback_lab: `deploy<CallbackLab>('….wasm', …)`. */
export interface CallbackLab {
  instantiate: CallbackLab.InstantiateMsg
  execute: CallbackLab.ExecuteMsg
  query: CallbackLab.QueryMsg
  migrate: CallbackLab.MigrateMsg
  answers: {
    account_address: CallbackLab.Json
    chain: CallbackLab.Binary
    config: CallbackLab.Configuration
    counters: CallbackLab.Counters
    failures: CallbackLab.FailuresResponse
    query_result: CallbackLab.Json
    received: CallbackLab.ReceivedResponse
    registered_query: CallbackLab.Json
  }
}

export declare namespace CallbackLab {
  /** What each callback does. Instantiate: those left out succeed. Migrate: those left out stay as they are. */
  export type InstantiateMsg = {
    on_error?: Behaviour | null
    on_kv_query_result?: Behaviour | null
    on_open_ack?: Behaviour | null
    on_reply?: Behaviour | null
    on_response?: Behaviour | null
    on_timeout?: Behaviour | null
    on_tx_query_result?: Behaviour | null
  }

  /** A message encoded the same way as a protobuf [Any](https://github.com/protocolbuffers/protobuf/blob/master/src/google/protobuf/any.proto). This is the same structure as messages in `TxBody` from [ADR-020](https://github.com/cosmos/cosmos-sdk/blob/master/docs/architecture/adr-020-protobuf-transaction-encoding.md) */
  export type AnyMsg = {
    type_url: string
    value: Binary
  }

  /**
   * The message types of the bank module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/bank/v1beta1/tx.proto
   */
  export type BankMsg = {
    /**
     * Sends native tokens from the contract to the given address.
     *
     * This is translated to a [MsgSend](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/bank/v1beta1/tx.proto#L19-L28). `from_address` is automatically filled with the current contract's address.
     */
    send: {
      amount: Coin[]
      to_address: string
    }
  } | {
    /** This will burn the given coins from the contract's account. There is no Cosmos SDK message that performs this, but it can be done by calling the bank keeper. Important if a contract controls significant token supply that must be retired. */
    burn: {
      amount: Coin[]
    }
  }

  /** What to do when called: a name, or an object of one name with what it needs. */
  export type Behaviour = Plain | Detailed

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type ChainMsg = {
    submit_tx: {
      connection_id: string
      fee: IbcFee
      interchain_account_id: string
      memo: string
      msgs: ProtobufAny[]
      /** Seconds */
      timeout: number
    }
  } | {
    register_interchain_account: {
      connection_id: string
      interchain_account_id: string
      ordering?: ChannelOrdering | null
      register_fee?: Coin[] | null
    }
  } | {
    register_interchain_query: {
      connection_id: string
      keys: KvKey[]
      /** `kv` or `tx` */
      query_type: string
      transactions_filter: string
      update_period: number
    }
  } | {
    update_interchain_query: {
      new_keys?: KvKey[] | null
      new_transactions_filter?: string | null
      new_update_period?: number | null
      query_id: number
    }
  } | {
    remove_interchain_query: {
      query_id: number
    }
  } | {
    ibc_transfer: {
      fee: IbcFee
      memo: string
      receiver: string
      sender: string
      source_channel: string
      source_port: string
      timeout_height: Height
      /** Nanoseconds since 1970, 0 for none */
      timeout_timestamp: number
      token: Coin
    }
  } | {
    create_denom: {
      subdenom: string
    }
  } | {
    change_admin: {
      denom: string
      new_admin_address: string
    }
  } | {
    mint_tokens: {
      amount: Uint128
      denom: string
      mint_to_address: string
    }
  } | {
    burn_tokens: {
      amount: Uint128
      burn_from_address: string
      denom: string
    }
  } | {
    set_before_send_hook: {
      contract_addr: string
      denom: string
    }
  } | {
    force_transfer: {
      amount: Uint128
      denom: string
      transfer_from_address: string
      transfer_to_address: string
    }
  } | {
    set_denom_metadata: {
      base: string
      denom_units: DenomUnit[]
      description: string
      display: string
      name: string
      symbol: string
      uri: string
      uri_hash: string
    }
  } | {
    remove_schedule: {
      name: string
    }
  } | {
    resubmit_failure: {
      failure_id: number
    }
  }

  export type ChannelOrdering = "ORDER_ORDERED" | "ORDER_UNORDERED"

  export type Coin = {
    amount: Uint256
    denom: string
  }

  export type CosmosMsgForChainMsg = {
    bank: BankMsg
  } | {
    custom: ChainMsg
  } | {
    staking: StakingMsg
  } | {
    distribution: DistributionMsg
  } | {
    /** This is the same structure as messages in `TxBody` from [ADR-020](https://github.com/cosmos/cosmos-sdk/blob/master/docs/architecture/adr-020-protobuf-transaction-encoding.md) */
    stargate: {
      type_url: string
      value: Binary
    }
  } | {
    /**
     * `CosmosMsg::Any` replaces the "stargate message" – a message wrapped in a [protobuf Any](https://protobuf.dev/programming-guides/proto3/#any) that is supported by the chain. It behaves the same as `CosmosMsg::Stargate` but has a better name and slightly improved syntax.
     *
     * This is feature-gated at compile time with `cosmwasm_2_0` because a chain running CosmWasm < 2.0 cannot process this.
     */
    any: AnyMsg
  } | {
    ibc: IbcMsg
  } | {
    wasm: WasmMsg
  } | {
    gov: GovMsg
  }

  /**
   * A fixed-point decimal value with 18 fractional digits, i.e. Decimal(1_000_000_000_000_000_000) == 1.0
   *
   * The greatest possible value that can be represented is 340282366920938463463.374607431768211455 = (2^128 - 1) / 10^18
   */
  export type Decimal = string

  export type DenomUnit = {
    aliases: string[]
    denom: string
    exponent: number
  }

  export type Detailed = {
    /** Return an error with this text. */
    error: string
  } | {
    /** Panic with this text. */
    panic: string
  } | {
    /** Spend about this much SDK gas (140,000 VM gas each) on computing, on top of what the call costs anyway, and succeed. */
    spend_gas: Uint64
  } | {
    /** Send these messages and succeed. */
    submessages: Submessage[]
  } | {
    /** One after the other; the first that fails ends it. */
    in_order: Behaviour[]
  }

  /**
   * The message types of the distribution module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto
   */
  export type DistributionMsg = {
    /** This is translated to a [MsgSetWithdrawAddress](https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto#L29-L37). `delegator_address` is automatically filled with the current contract's address. */
    set_withdraw_address: {
      /** The `withdraw_address` */
      address: string
    }
  } | {
    /** This is translated to a [MsgWithdrawDelegatorReward](https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto#L42-L50). `delegator_address` is automatically filled with the current contract's address. */
    withdraw_delegator_reward: {
      /** The `validator_address` */
      validator: string
    }
  } | {
    /** This is translated to a [MsgFundCommunityPool](https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto#L69-L76). `depositor` is automatically filled with the current contract's address. */
    fund_community_pool: {
      /** The amount to spend */
      amount: Coin[]
    }
  }

  /**
   * This message type allows the contract to interact with the [x/gov] module in order to cast votes.
   *
   * [x/gov]: https://github.com/cosmos/cosmos-sdk/tree/v0.45.12/x/gov
   *
   * ## Examples
   *
   * Cast a simple vote:
   *
   * ``` # use cosmwasm_std::{ #     HexBinary, #     Storage, Api, Querier, DepsMut, Deps, entry_point, Env, StdError, MessageInfo, #     Response, QueryResponse, # }; # type ExecuteMsg = (); use cosmwasm_std::{GovMsg, VoteOption};
   *
   * #[entry_point] pub fn execute( deps: DepsMut, env: Env, info: MessageInfo, msg: ExecuteMsg, ) -> Result<Response, StdError> { // ... Ok(Response::new().add_message(GovMsg::Vote { proposal_id: 4, option: VoteOption::Yes, })) } ```
   *
   * Cast a weighted vote:
   *
   * ``` # use cosmwasm_std::{ #     HexBinary, #     Storage, Api, Querier, DepsMut, Deps, entry_point, Env, StdError, MessageInfo, #     Response, QueryResponse, # }; # type ExecuteMsg = (); # #[cfg(feature = "cosmwasm_1_2")] use cosmwasm_std::{Decimal, GovMsg, VoteOption, WeightedVoteOption};
   *
   * # #[cfg(feature = "cosmwasm_1_2")] #[entry_point] pub fn execute( deps: DepsMut, env: Env, info: MessageInfo, msg: ExecuteMsg, ) -> Result<Response, StdError> { // ... Ok(Response::new().add_message(GovMsg::VoteWeighted { proposal_id: 4, options: vec![ WeightedVoteOption { option: VoteOption::Yes, weight: Decimal::percent(65), }, WeightedVoteOption { option: VoteOption::Abstain, weight: Decimal::percent(35), }, ], })) } ```
   */
  export type GovMsg = {
    /** This maps directly to [MsgVote](https://github.com/cosmos/cosmos-sdk/blob/v0.42.5/proto/cosmos/gov/v1beta1/tx.proto#L46-L56) in the Cosmos SDK with voter set to the contract address. */
    vote: {
      /**
       * The vote option.
       *
       * This used to be called "vote", but was changed for consistency with Cosmos SDK.
       */
      option: VoteOption
      proposal_id: number
    }
  } | {
    /** This maps directly to [MsgVoteWeighted](https://github.com/cosmos/cosmos-sdk/blob/v0.45.8/proto/cosmos/gov/v1beta1/tx.proto#L66-L78) in the Cosmos SDK with voter set to the contract address. */
    vote_weighted: {
      options: WeightedVoteOption[]
      proposal_id: number
    }
  }

  export type Height = {
    revision_height: number
    revision_number: number
  }

  /** What the relayer of a packet gets; the unused part is refunded. */
  export type IbcFee = {
    ack_fee: Coin[]
    recv_fee: Coin[]
    timeout_fee: Coin[]
  }

  /** These are messages in the IBC lifecycle. Only usable by IBC-enabled contracts (contracts that directly speak the IBC protocol via 6 entry points) */
  export type IbcMsg = {
    /** Sends bank tokens owned by the contract to the given address on another chain. The channel must already be established between the ibctransfer module on this chain and a matching module on the remote chain. We cannot select the port_id, this is whatever the local chain has bound the ibctransfer module to. */
    transfer: {
      /** packet data only supports one coin https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/ibc/applications/transfer/v1/transfer.proto#L11-L20 */
      amount: Coin
      /** existing channel to send the tokens over */
      channel_id: string
      /**
       * An optional memo. See the blog post ["Moving Beyond Simple Token Transfers"](https://medium.com/the-interchain-foundation/moving-beyond-simple-token-transfers-d42b2b1dc29b) for more information.
       *
       * There is no difference between setting this to `None` or an empty string.
       *
       * This field is only supported on chains with CosmWasm >= 2.0 and silently ignored on older chains. If you need support for both 1.x and 2.x chain with the same codebase, it is recommended to use `CosmosMsg::Stargate` with a custom MsgTransfer protobuf encoder instead.
       */
      memo?: string | null
      /** when packet times out, measured on remote chain */
      timeout: IbcTimeout
      /** address on the remote chain to receive these tokens */
      to_address: string
    }
  } | {
    /** Sends an IBC packet with given data over the existing channel. Data should be encoded in a format defined by the channel version, and the module on the other side should know how to parse this. */
    send_packet: {
      channel_id: string
      data: Binary
      /** when packet times out, measured on remote chain */
      timeout: IbcTimeout
    }
  } | {
    /** This will close an existing channel that is owned by this contract. Port is auto-assigned to the contract's IBC port */
    close_channel: {
      channel_id: string
    }
  }

  /** In IBC each package must set at least one type of timeout: the timestamp or the block height. Using this rather complex enum instead of two timeout fields we ensure that at least one timeout is set. */
  export type IbcTimeout = {
    block?: IbcTimeoutBlock | null
    timestamp?: Timestamp | null
  }

  /** IBCTimeoutHeight Height is a monotonically increasing data type that can be compared against another Height for the purposes of updating and freezing clients. Ordering is (revision_number, timeout_height) */
  export type IbcTimeoutBlock = {
    /** block height after which the packet times out. the height within the given revision */
    height: number
    /** the version that the client is currently on (e.g. after resetting the chain this could increment 1 as height drops to 0) */
    revision: number
  }

  /** A key of a KV query: the store's name and the key in it. */
  export type KvKey = {
    key: Binary
    path: string
  }

  export type Plain = "succeed" | "error" | "panic" | "loop" | "write_forever" | "allocate_forever" | "recurse_forever"

  export type ProtobufAny = {
    type_url: string
    value: Binary
  }

  /** Use this to define when the contract gets a response callback. If you only need it for errors or success you can select just those in order to save gas. */
  export type ReplyOn = "always" | "error" | "success" | "never"

  /**
   * The message types of the staking module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto
   */
  export type StakingMsg = {
    /** This is translated to a [MsgDelegate](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto#L81-L90). `delegator_address` is automatically filled with the current contract's address. */
    delegate: {
      amount: Coin
      validator: string
    }
  } | {
    /** This is translated to a [MsgUndelegate](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto#L112-L121). `delegator_address` is automatically filled with the current contract's address. */
    undelegate: {
      amount: Coin
      validator: string
    }
  } | {
    /** This is translated to a [MsgBeginRedelegate](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto#L95-L105). `delegator_address` is automatically filled with the current contract's address. */
    redelegate: {
      amount: Coin
      dst_validator: string
      src_validator: string
    }
  }

  /** A message with the chain's options for it; all but the message may be left out. */
  export type Submessage = {
    /** SDK gas */
    gas_limit?: number | null
    id?: number
    msg: CosmosMsgForChainMsg
    payload?: Binary
    reply_on?: ReplyOn
  }

  /**
   * A point in time in nanosecond precision.
   *
   * This type can represent times from 1970-01-01T00:00:00Z to 2554-07-21T23:34:33Z.
   *
   * ## Examples
   *
   * ``` # use cosmwasm_std::Timestamp; let ts = Timestamp::from_nanos(1_000_000_202); assert_eq!(ts.nanos(), 1_000_000_202); assert_eq!(ts.seconds(), 1); assert_eq!(ts.subsec_nanos(), 202);
   *
   * let ts = ts.plus_seconds(2); assert_eq!(ts.nanos(), 3_000_000_202); assert_eq!(ts.seconds(), 3); assert_eq!(ts.subsec_nanos(), 202); ```
   */
  export type Timestamp = Uint64

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  /**
   * An implementation of u256 that is using strings for JSON encoding/decoding, such that the full u256 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `new` to create instances out of u128, `from` for other primitive uint types or `from_be_bytes` to provide big endian bytes:
   *
   * ``` # use cosmwasm_std::Uint256; let a = Uint256::new(258u128); let b = Uint256::from(258u16); let c = Uint256::from_be_bytes([ 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 2u8, ]); assert_eq!(a, b); assert_eq!(a, c); ```
   */
  export type Uint256 = string

  /**
   * A thin wrapper around u64 that is using strings for JSON encoding/decoding, such that the full u64 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u64` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint64; let a = Uint64::from(42u64); assert_eq!(a.u64(), 42);
   *
   * let b = Uint64::from(70u32); assert_eq!(b.u64(), 70); ```
   */
  export type Uint64 = string

  export type VoteOption = "yes" | "no" | "abstain" | "no_with_veto"

  /**
   * The message types of the wasm module.
   *
   * See https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto
   */
  export type WasmMsg = {
    /**
     * Dispatches a call to another contract at a known address (with known ABI).
     *
     * This is translated to a [MsgExecuteContract](https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto#L68-L78). `sender` is automatically filled with the current contract's address.
     */
    execute: {
      contract_addr: string
      funds: Coin[]
      /** msg is the json-encoded ExecuteMsg struct (as raw Binary) */
      msg: Binary
    }
  } | {
    /**
     * Instantiates a new contract from previously uploaded Wasm code.
     *
     * The contract address is non-predictable. But it is guaranteed that when emitting the same Instantiate message multiple times, multiple instances on different addresses will be generated. See also Instantiate2.
     *
     * This is translated to a [MsgInstantiateContract](https://github.com/CosmWasm/wasmd/blob/v0.29.2/proto/cosmwasm/wasm/v1/tx.proto#L53-L71). `sender` is automatically filled with the current contract's address.
     */
    instantiate: {
      admin?: string | null
      code_id: number
      funds: Coin[]
      /**
       * A human-readable label for the contract.
       *
       * Valid values should: - not be empty - not be bigger than 128 bytes (or some chain-specific limit) - not start / end with whitespace
       */
      label: string
      /** msg is the JSON-encoded InstantiateMsg struct (as raw Binary) */
      msg: Binary
    }
  } | {
    /**
     * Instantiates a new contract from previously uploaded Wasm code using a predictable address derivation algorithm implemented in [`cosmwasm_std::instantiate2_address`].
     *
     * This is translated to a [MsgInstantiateContract2](https://github.com/CosmWasm/wasmd/blob/v0.29.2/proto/cosmwasm/wasm/v1/tx.proto#L73-L96). `sender` is automatically filled with the current contract's address. `fix_msg` is automatically set to false.
     */
    instantiate2: {
      admin?: string | null
      code_id: number
      funds: Coin[]
      /**
       * A human-readable label for the contract.
       *
       * Valid values should: - not be empty - not be bigger than 128 bytes (or some chain-specific limit) - not start / end with whitespace
       */
      label: string
      /** msg is the JSON-encoded InstantiateMsg struct (as raw Binary) */
      msg: Binary
      salt: Binary
    }
  } | {
    /**
     * Migrates a given contract to use new wasm code. Passes a MigrateMsg to allow us to customize behavior.
     *
     * Only the contract admin (as defined in wasmd), if any, is able to make this call.
     *
     * This is translated to a [MsgMigrateContract](https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto#L86-L96). `sender` is automatically filled with the current contract's address.
     */
    migrate: {
      contract_addr: string
      /** msg is the json-encoded MigrateMsg struct that will be passed to the new code */
      msg: Binary
      /** the code_id of the new logic to place in the given contract */
      new_code_id: number
    }
  } | {
    /** Sets a new admin (for migrate) on the given contract. Fails if this contract is not currently admin of the target contract. */
    update_admin: {
      admin: string
      contract_addr: string
    }
  } | {
    /** Clears the admin on the given contract, so no more migration possible. Fails if this contract is not currently admin of the target contract. */
    clear_admin: {
      contract_addr: string
    }
  }

  export type WeightedVoteOption = {
    option: VoteOption
    weight: Decimal
  }

  /** Anyone may send any of these. */
  export type ExecuteMsg = {
    /** Changes what a callback does from now on. */
    configure: {
      behaviour: Behaviour
      callback: Callback
    }
  } | {
    /** Does this now. */
    act: {
      behaviour: Behaviour
    }
  } | {
    /** Has the chain call this contract back again with a recorded failure. */
    resubmit: {
      failure_id: number
    }
  } | {
    /** Sends coins of this contract over IBC. */
    transfer: {
      amount: Uint128
      channel: string
      /** Default: the denomination of the first coin sent along, else `untrn` */
      denom?: string | null
      /** Default: what the chain answers to `min_ibc_fee` */
      fee?: IbcFee | null
      memo?: string | null
      /** Default: `transfer` */
      port?: string | null
      timeout_height?: Height | null
      /** Seconds after the block's time, in place of `timeout_timestamp` */
      timeout_seconds?: number | null
      /** Nanoseconds since 1970. Default: none if there is a height, else 600 seconds after the block's time */
      timeout_timestamp?: Uint64 | null
      to: string
    }
  } | {
    register_kv_query: {
      connection_id: string
      keys: KvKey[]
      update_period: number
    }
  } | {
    register_tx_query: {
      connection_id: string
      /** JSON, as the chain takes it: `[{"field":"transfer.recipient","op":"eq","value":"…"}]` */
      transactions_filter: string
      update_period: number
    }
  } | {
    update_query: {
      new_keys?: KvKey[] | null
      new_transactions_filter?: string | null
      new_update_period?: number | null
      query_id: number
    }
  } | {
    remove_query: {
      query_id: number
    }
  } | {
    /** Registers an interchain account. */
    register_account: {
      connection_id: string
      interchain_account_id: string
      ordering?: ChannelOrdering | null
      register_fee?: Coin[] | null
    }
  } | {
    /** Sends messages for the interchain account to execute. */
    submit_tx: {
      connection_id: string
      /** Default: what the chain answers to `min_ibc_fee` */
      fee?: IbcFee | null
      interchain_account_id: string
      memo?: string | null
      msgs: ProtobufAny[]
      /** Seconds. Default: 600 */
      timeout?: number | null
    }
  }

  /** The ways in which the contract is called back. */
  export type Callback = "response" | "error" | "timeout" | "open_ack" | "kv_query_result" | "tx_query_result" | "reply"

  export type QueryMsg = {
    /** The calls back that succeeded, the oldest first. */
    received: {
      limit?: number | null
      start_after?: number | null
    }
  } | {
    /** How many calls back of each kind succeeded. */
    counters: Record<string, never>
  } | {
    config: Record<string, never>
  } | {
    /** The chain's records of this contract's failed callbacks. */
    failures: {
      pagination?: Pagination | null
    }
  } | {
    /** A registered query, as the chain answers. */
    registered_query: {
      query_id: number
    }
  } | {
    /** The last result of a KV query, as the chain answers. */
    query_result: {
      query_id: number
    }
  } | {
    /** The address of an interchain account of this contract, as the chain answers. */
    account_address: {
      connection_id: string
      interchain_account_id: string
    }
  } | {
    /** Any query to the chain; the answer is given as it came. */
    chain: {
      request: QueryRequestForChainQuery
    }
  }

  export type BankQuery = {
    /** This calls into the native bank module for querying the total supply of one denomination. It does the same as the SupplyOf call in Cosmos SDK's RPC API. Return value is of type SupplyResponse. */
    supply: {
      denom: string
    }
  } | {
    /** This calls into the native bank module for one denomination Return value is BalanceResponse */
    balance: {
      address: string
      denom: string
    }
  } | {
    /** This calls into the native bank module for querying metadata for a specific bank token. Return value is DenomMetadataResponse */
    denom_metadata: {
      denom: string
    }
  } | {
    /** This calls into the native bank module for querying metadata for all bank tokens that have a metadata entry. Return value is AllDenomMetadataResponse */
    all_denom_metadata: {
      pagination?: PageRequest | null
    }
  }

  export type ChainQuery = {
    interchain_query_result: {
      query_id: number
    }
  } | {
    interchain_account_address: {
      connection_id: string
      interchain_account_id: string
      owner_address: string
    }
  } | {
    registered_interchain_queries: {
      connection_id: string
      owners: string[]
      pagination: Pagination
    }
  } | {
    registered_interchain_query: {
      query_id: number
    }
  } | {
    min_ibc_fee: Record<string, never>
  } | {
    full_denom: {
      creator_addr: string
      subdenom: string
    }
  } | {
    denom_admin: {
      subdenom: string
    }
  } | {
    before_send_hook: {
      denom: string
    }
  } | {
    failures: {
      address: string
      pagination?: Pagination | null
    }
  }

  export type DistributionQuery = {
    /** See <https://github.com/cosmos/cosmos-sdk/blob/c74e2887b0b73e81d48c2f33e6b1020090089ee0/proto/cosmos/distribution/v1beta1/query.proto#L222-L230> */
    delegator_withdraw_address: {
      delegator_address: string
    }
  } | {
    /** See <https://github.com/cosmos/cosmos-sdk/blob/c74e2887b0b73e81d48c2f33e6b1020090089ee0/proto/cosmos/distribution/v1beta1/query.proto#L157-L167> */
    delegation_rewards: {
      delegator_address: string
      validator_address: string
    }
  } | {
    /** See <https://github.com/cosmos/cosmos-sdk/blob/c74e2887b0b73e81d48c2f33e6b1020090089ee0/proto/cosmos/distribution/v1beta1/query.proto#L180-L187> */
    delegation_total_rewards: {
      delegator_address: string
    }
  } | {
    /** See <https://github.com/cosmos/cosmos-sdk/blob/b0acf60e6c39f7ab023841841fc0b751a12c13ff/proto/cosmos/distribution/v1beta1/query.proto#L202-L210> */
    delegator_validators: {
      delegator_address: string
    }
  }

  /**
   * Queries the chain using a grpc query. This allows to query information that is not exposed in our API. The chain needs to allowlist the supported queries. The drawback of this query is that you have to handle the protobuf encoding and decoding yourself.
   *
   * The returned data is protobuf encoded. The protobuf type depends on the query. Because of this, using it with the [`query`](crate::QuerierWrapper::query) function will result in a deserialization error. Use [`raw_query`](crate::Querier::raw_query) or [`query_grpc`](crate::QuerierWrapper::query_grpc) instead.
   *
   * To find the path, as well as the request and response types, you can query the chain's gRPC endpoint using a tool like [grpcurl](https://github.com/fullstorydev/grpcurl).
   */
  export type GrpcQuery = {
    /** The expected protobuf message type (not [Any](https://protobuf.dev/programming-guides/proto3/#any)), binary encoded */
    data: Binary
    /** The fully qualified endpoint path used for routing. It follows the format `/service_path/method_name`, eg. "/cosmos.authz.v1beta1.Query/Grants" */
    path: string
  }

  /** These are queries to the various IBC modules to see the state of the contract's IBC connection. Most of these will return errors if the contract is not "ibc enabled". */
  export type IbcQuery = {
    /**
     * Gets the Port ID the current contract is bound to.
     *
     * Returns a `PortIdResponse`.
     */
    port_id: Record<string, never>
  } | {
    /**
     * Lists all information for a (portID, channelID) pair. If port_id is omitted, it will default to the contract's own channel. (To save a PortId{} call)
     *
     * Returns a `ChannelResponse`.
     */
    channel: {
      channel_id: string
      port_id?: string | null
    }
  }

  /** Simplified version of the PageRequest type for pagination from the cosmos-sdk */
  export type PageRequest = {
    key?: Binary | null
    limit: number
    reverse: boolean
  }

  export type Pagination = {
    count_total?: boolean
    key?: Binary | null
    limit?: number
    offset?: number
    reverse?: boolean
  }

  export type QueryRequestForChainQuery = {
    bank: BankQuery
  } | {
    custom: ChainQuery
  } | {
    staking: StakingQuery
  } | {
    distribution: DistributionQuery
  } | {
    /** A Stargate query is encoded the same way as abci_query, with path and protobuf encoded request data. The format is defined in [ADR-21](https://github.com/cosmos/cosmos-sdk/blob/master/docs/architecture/adr-021-protobuf-query-encoding.md). The response is protobuf encoded data directly without a JSON response wrapper. The caller is responsible for compiling the proper protobuf definitions for both requests and responses. */
    stargate: {
      /** This is the expected protobuf message type (not any), binary encoded */
      data: Binary
      /** This is the fully qualified service path used for routing, eg. "/cosmos_sdk.x.bank.v1.Query/QueryBalance" */
      path: string
    }
  } | {
    ibc: IbcQuery
  } | {
    wasm: WasmQuery
  } | {
    grpc: GrpcQuery
  }

  export type StakingQuery = {
    /** Returns the denomination that can be bonded (if there are multiple native tokens on the chain) */
    bonded_denom: Record<string, never>
  } | {
    /** AllDelegations will return all delegations by the delegator */
    all_delegations: {
      delegator: string
    }
  } | {
    /** Delegation will return more detailed info on a particular delegation, defined by delegator/validator pair */
    delegation: {
      delegator: string
      validator: string
    }
  } | {
    /**
     * Returns all validators in the currently active validator set.
     *
     * The query response type is `AllValidatorsResponse`.
     */
    all_validators: Record<string, never>
  } | {
    /**
     * Returns the validator at the given address. Returns None if the validator is not part of the currently active validator set.
     *
     * The query response type is `ValidatorResponse`.
     */
    validator: {
      /** The validator's address (e.g. cosmosvaloper1...) */
      address: string
    }
  }

  export type WasmQuery = {
    /** This queries the public API of another contract at a known address (with known ABI) Return value is whatever the contract returns (caller should know), wrapped in a ContractResult that is JSON encoded. */
    smart: {
      contract_addr: string
      /** msg is the json-encoded QueryMsg struct */
      msg: Binary
    }
  } | {
    /** This queries the raw kv-store of the contract. Returns the raw, unparsed data stored at that key, which may be an empty vector if not present */
    raw: {
      contract_addr: string
      /** Key is the raw key used in the contract's storage */
      key: Binary
    }
  } | {
    /** Returns a [`ContractInfoResponse`] with metadata on the contract from the runtime */
    contract_info: {
      contract_addr: string
    }
  } | {
    /** Returns a [`CodeInfoResponse`] with metadata of the code */
    code_info: {
      code_id: number
    }
  }

  /** What each callback does. Instantiate: those left out succeed. Migrate: those left out stay as they are. */
  export type MigrateMsg = {
    on_error?: Behaviour | null
    on_kv_query_result?: Behaviour | null
    on_open_ack?: Behaviour | null
    on_reply?: Behaviour | null
    on_response?: Behaviour | null
    on_timeout?: Behaviour | null
    on_tx_query_result?: Behaviour | null
  }

  export type SudoMsg = {
    /** The packet was acknowledged with a result. */
    response: {
      data?: Binary | null
      request: RequestPacket
    }
  } | {
    /** The packet was acknowledged with an error. */
    error: {
      details: string
      request: RequestPacket
    }
  } | {
    /** The packet timed out. */
    timeout: {
      request: RequestPacket
    }
  } | {
    /** The channel of an interchain account is open. */
    open_ack: {
      channel_id: string
      counterparty_channel_id: string
      counterparty_version: string
      port_id: string
    }
  } | {
    /** A result of a registered KV query was stored. */
    kv_query_result: {
      query_id: number
    }
  } | {
    /** A transaction of the remote chain was proven for a registered TX query. */
    tx_query_result: {
      data?: Binary | null
      height: Height
      query_id: number
    }
  }

  /** The packet that the contract sent. */
  export type RequestPacket = {
    data?: Binary | null
    destination_channel?: string | null
    destination_port?: string | null
    sequence?: number | null
    source_channel?: string | null
    source_port?: string | null
    timeout_height?: Height | null
    /** Nanoseconds since 1970 */
    timeout_timestamp?: number | null
  }

  /** Any JSON value */
  export type Json = unknown

  /** What each callback does. Instantiate: those left out succeed. Migrate: those left out stay as they are. */
  export type Configuration = {
    on_error?: Behaviour | null
    on_kv_query_result?: Behaviour | null
    on_open_ack?: Behaviour | null
    on_reply?: Behaviour | null
    on_response?: Behaviour | null
    on_timeout?: Behaviour | null
    on_tx_query_result?: Behaviour | null
  }

  export type Counters = {
    error: number
    kv_query_result: number
    open_ack: number
    reply: number
    response: number
    timeout: number
    tx_query_result: number
  }

  export type FailuresResponse = {
    failures: Failure[]
  }

  /** A recorded failure of a callback. The chain leaves out an id of 0. */
  export type Failure = {
    address: string
    error?: string
    id?: number
    sudo_payload?: Binary
  }

  export type ReceivedResponse = {
    received: IndexedReceived[]
  }

  export type IndexedReceived = {
    callback: Callback
    /** Block height */
    height: number
    index: number
    message: Json
    /** The bytes of `message` */
    raw: Binary
  }
}

/** The contract coin_bridge: `deploy<CoinBridge>('….wasm', …)`. */
export interface CoinBridge {
  instantiate: CoinBridge.InstantiateMsg
  execute: CoinBridge.ExecuteMsg
  query: CoinBridge.QueryMsg
  migrate: never
  answers: {
    claims: CoinBridge.ClaimsResponse
    state: CoinBridge.StateResponse
  }
}

export declare namespace CoinBridge {
  export type InstantiateMsg = {
    /** Who may close the channel */
    admin?: string | null
    /** Seconds after which a transfer times out. Default: 600 */
    timeout?: number | null
  }

  export type ExecuteMsg = {
    /** Sends the one coin that comes along to an account of the other chain */
    transfer: {
      to: string
    }
  } | {
    /** Pays the sender what is owed to it */
    claim: Record<string, never>
  } | {
    /** Closes the channel in use. By the admin */
    close: Record<string, never>
  }

  export type QueryMsg = {
    /** What an account could claim now */
    claims: {
      actor: string
    }
  } | {
    /** The channel in use, and the transfers that wait for their outcome */
    state: Record<string, never>
  }

  export type ClaimsResponse = {
    coins: Coin[]
  }

  export type Coin = {
    amount: Uint256
    denom: string
  }

  /**
   * An implementation of u256 that is using strings for JSON encoding/decoding, such that the full u256 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `new` to create instances out of u128, `from` for other primitive uint types or `from_be_bytes` to provide big endian bytes:
   *
   * ``` # use cosmwasm_std::Uint256; let a = Uint256::new(258u128); let b = Uint256::from(258u16); let c = Uint256::from_be_bytes([ 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 2u8, ]); assert_eq!(a, b); assert_eq!(a, c); ```
   */
  export type Uint256 = string

  export type StateResponse = {
    channel?: string | null
    waiting: Waiting[]
  }

  /**
   * A human-readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multichain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  export type Transfer = {
    coin: Coin
    sender: Addr
  }

  /** A transfer whose outcome is not known yet */
  export type Waiting = {
    channel: string
    sequence: number
    transfer: Transfer
  }
}

/** The contract courier: `deploy<Courier>('….wasm', …)`. */
export interface Courier {
  instantiate: Courier.InstantiateMsg
  execute: Courier.ExecuteMsg
  query: Courier.QueryMsg
  migrate: never
  answers: {
    claims: Courier.ClaimsResponse
  }
}

export declare namespace Courier {
  export type InstantiateMsg = {
    /** May send parcels of others */
    operator?: string | null
  }

  export type ExecuteMsg = {
    /** Deposits the untrn that come along */
    deposit: Record<string, never>
  } | {
    /** Pays the whole deposit of an account to it, and then tells a contract. By anyone */
    withdraw: {
      account: string
      hook?: string | null
    }
  } | {
    /** Sends an amount of a deposit, of the sender unless it is the operator. When it has arrived, a contract is told */
    send: {
      amount: Uint128
      owner?: string | null
      receiver?: string | null
    }
  } | {
    /** Sends all that has arrived on to the other chain's treasury, with a timeout from a minute to a day. By anyone */
    flush: {
      timeout_seconds: number
    }
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type QueryMsg = {
    /** The deposit of an account */
    claims: {
      actor: string
    }
  }

  export type ClaimsResponse = {
    amount: Uint128
  }
}

/** The contract cw1_whitelist: `deploy<Cw1Whitelist>('….wasm', …)`. */
export interface Cw1Whitelist {
  instantiate: Cw1Whitelist.InstantiateMsg
  execute: Cw1Whitelist.ExecuteMsg
  query: Cw1Whitelist.QueryMsg
  migrate: never
  answers: {
    admin_list: Cw1Whitelist.AdminListResponse
    can_execute: Cw1Whitelist.CanExecuteResponse
  }
}

export declare namespace Cw1Whitelist {
  export type InstantiateMsg = {
    admins: string[]
    mutable: boolean
  }

  export type ExecuteMsg = {
    /** Execute requests the contract to re-dispatch all these messages with the contract's address as sender. Every implementation has it's own logic to determine in */
    execute: {
      msgs: CosmosMsgForEmpty[]
    }
  } | {
    /** Freeze will make a mutable contract immutable, must be called by an admin */
    freeze: Record<string, never>
  } | {
    /** UpdateAdmins will change the admin set of the contract, must be called by an existing admin, and only works if the contract is mutable */
    update_admins: {
      admins: string[]
    }
  }

  /**
   * The message types of the bank module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/bank/v1beta1/tx.proto
   */
  export type BankMsg = {
    /**
     * Sends native tokens from the contract to the given address.
     *
     * This is translated to a [MsgSend](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/bank/v1beta1/tx.proto#L19-L28). `from_address` is automatically filled with the current contract's address.
     */
    send: {
      amount: Coin[]
      to_address: string
    }
  } | {
    /** This will burn the given coins from the contract's account. There is no Cosmos SDK message that performs this, but it can be done by calling the bank keeper. Important if a contract controls significant token supply that must be retired. */
    burn: {
      amount: Coin[]
    }
  }

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type Coin = {
    amount: Uint128
    denom: string
  }

  export type CosmosMsgForEmpty = {
    bank: BankMsg
  } | {
    custom: Empty
  } | {
    staking: StakingMsg
  } | {
    distribution: DistributionMsg
  } | {
    wasm: WasmMsg
  }

  /**
   * The message types of the distribution module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto
   */
  export type DistributionMsg = {
    /** This is translated to a [MsgSetWithdrawAddress](https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto#L29-L37). `delegator_address` is automatically filled with the current contract's address. */
    set_withdraw_address: {
      /** The `withdraw_address` */
      address: string
    }
  } | {
    /** This is translated to a [[MsgWithdrawDelegatorReward](https://github.com/cosmos/cosmos-sdk/blob/v0.42.4/proto/cosmos/distribution/v1beta1/tx.proto#L42-L50). `delegator_address` is automatically filled with the current contract's address. */
    withdraw_delegator_reward: {
      /** The `validator_address` */
      validator: string
    }
  }

  /**
   * An empty struct that serves as a placeholder in different places, such as contracts that don't set a custom message.
   *
   * It is designed to be expressible in correct JSON and JSON Schema but contains no meaningful data. Previously we used enums without cases, but those cannot represented as valid JSON Schema (https://github.com/CosmWasm/cosmwasm/issues/451)
   */
  export type Empty = Record<string, never>

  /**
   * The message types of the staking module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto
   */
  export type StakingMsg = {
    /** This is translated to a [MsgDelegate](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto#L81-L90). `delegator_address` is automatically filled with the current contract's address. */
    delegate: {
      amount: Coin
      validator: string
    }
  } | {
    /** This is translated to a [MsgUndelegate](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto#L112-L121). `delegator_address` is automatically filled with the current contract's address. */
    undelegate: {
      amount: Coin
      validator: string
    }
  } | {
    /** This is translated to a [MsgBeginRedelegate](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/staking/v1beta1/tx.proto#L95-L105). `delegator_address` is automatically filled with the current contract's address. */
    redelegate: {
      amount: Coin
      dst_validator: string
      src_validator: string
    }
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  /**
   * The message types of the wasm module.
   *
   * See https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto
   */
  export type WasmMsg = {
    /**
     * Dispatches a call to another contract at a known address (with known ABI).
     *
     * This is translated to a [MsgExecuteContract](https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto#L68-L78). `sender` is automatically filled with the current contract's address.
     */
    execute: {
      contract_addr: string
      funds: Coin[]
      /** msg is the json-encoded ExecuteMsg struct (as raw Binary) */
      msg: Binary
    }
  } | {
    /**
     * Instantiates a new contracts from previously uploaded Wasm code.
     *
     * The contract address is non-predictable. But it is guaranteed that when emitting the same Instantiate message multiple times, multiple instances on different addresses will be generated. See also Instantiate2.
     *
     * This is translated to a [MsgInstantiateContract](https://github.com/CosmWasm/wasmd/blob/v0.29.2/proto/cosmwasm/wasm/v1/tx.proto#L53-L71). `sender` is automatically filled with the current contract's address.
     */
    instantiate: {
      admin?: string | null
      code_id: number
      funds: Coin[]
      /**
       * A human-readable label for the contract.
       *
       * Valid values should: - not be empty - not be bigger than 128 bytes (or some chain-specific limit) - not start / end with whitespace
       */
      label: string
      /** msg is the JSON-encoded InstantiateMsg struct (as raw Binary) */
      msg: Binary
    }
  } | {
    /**
     * Migrates a given contracts to use new wasm code. Passes a MigrateMsg to allow us to customize behavior.
     *
     * Only the contract admin (as defined in wasmd), if any, is able to make this call.
     *
     * This is translated to a [MsgMigrateContract](https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto#L86-L96). `sender` is automatically filled with the current contract's address.
     */
    migrate: {
      contract_addr: string
      /** msg is the json-encoded MigrateMsg struct that will be passed to the new code */
      msg: Binary
      /** the code_id of the new logic to place in the given contract */
      new_code_id: number
    }
  } | {
    /** Sets a new admin (for migrate) on the given contract. Fails if this contract is not currently admin of the target contract. */
    update_admin: {
      admin: string
      contract_addr: string
    }
  } | {
    /** Clears the admin on the given contract, so no more migration possible. Fails if this contract is not currently admin of the target contract. */
    clear_admin: {
      contract_addr: string
    }
  }

  export type QueryMsg = {
    /** Shows all admins and whether or not it is mutable */
    admin_list: Record<string, never>
  } | {
    /** Checks permissions of the caller on this proxy. If CanExecute returns true then a call to `Execute` with the same message, before any further state changes, should also succeed. */
    can_execute: {
      msg: CosmosMsgForEmpty
      sender: string
    }
  }

  export type AdminListResponse = {
    admins: string[]
    mutable: boolean
  }

  export type CanExecuteResponse = {
    can_execute: boolean
  }
}

/** The contract cw20_base: `deploy<Cw20Base>('….wasm', …)`. */
export interface Cw20Base {
  instantiate: Cw20Base.InstantiateMsg
  execute: Cw20Base.ExecuteMsg
  query: Cw20Base.QueryMsg
  migrate: Cw20Base.MigrateMsg
  answers: {
    all_accounts: Cw20Base.AllAccountsResponse
    all_allowances: Cw20Base.AllAllowancesResponse
    all_spender_allowances: Cw20Base.AllSpenderAllowancesResponse
    allowance: Cw20Base.AllowanceResponse
    balance: Cw20Base.BalanceResponse
    download_logo: Cw20Base.DownloadLogoResponse
    marketing_info: Cw20Base.MarketingInfoResponse
    minter: Cw20Base.MinterResponse
    token_info: Cw20Base.TokenInfoResponse
  }
}

export declare namespace Cw20Base {
  export type InstantiateMsg = {
    decimals: number
    initial_balances: Cw20Coin[]
    marketing?: InstantiateMarketingInfo | null
    mint?: MinterResponse | null
    name: string
    symbol: string
  }

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type Cw20Coin = {
    address: string
    amount: Uint128
  }

  /** This is used to store the logo on the blockchain in an accepted format. Enforce maximum size of 5KB on all variants. */
  export type EmbeddedLogo = {
    /** Store the Logo as an SVG file. The content must conform to the spec at https://en.wikipedia.org/wiki/Scalable_Vector_Graphics (The contract should do some light-weight sanity-check validation) */
    svg: Binary
  } | {
    /** Store the Logo as a PNG file. This will likely only support up to 64x64 or so within the 5KB limit. */
    png: Binary
  }

  export type InstantiateMarketingInfo = {
    description?: string | null
    logo?: Logo | null
    marketing?: string | null
    project?: string | null
  }

  /** This is used for uploading logo data, or setting it in InstantiateData */
  export type Logo = {
    /** A reference to an externally hosted logo. Must be a valid HTTP or HTTPS URL. */
    url: string
  } | {
    /** Logo content stored on the blockchain. Enforce maximum size of 5KB on all variants */
    embedded: EmbeddedLogo
  }

  export type MinterResponse = {
    /** cap is a hard cap on total supply that can be achieved by minting. Note that this refers to total_supply. If None, there is unlimited cap. */
    cap?: Uint128 | null
    minter: string
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type ExecuteMsg = {
    /** Transfer is a base message to move tokens to another account without triggering actions */
    transfer: {
      amount: Uint128
      recipient: string
    }
  } | {
    /** Burn is a base message to destroy tokens forever */
    burn: {
      amount: Uint128
    }
  } | {
    /** Send is a base message to transfer tokens to a contract and trigger an action on the receiving contract. */
    send: {
      amount: Uint128
      contract: string
      msg: Binary
    }
  } | {
    /** Only with "approval" extension. Allows spender to access an additional amount tokens from the owner's (env.sender) account. If expires is Some(), overwrites current allowance expiration with this one. */
    increase_allowance: {
      amount: Uint128
      expires?: Expiration | null
      spender: string
    }
  } | {
    /** Only with "approval" extension. Lowers the spender's access of tokens from the owner's (env.sender) account by amount. If expires is Some(), overwrites current allowance expiration with this one. */
    decrease_allowance: {
      amount: Uint128
      expires?: Expiration | null
      spender: string
    }
  } | {
    /** Only with "approval" extension. Transfers amount tokens from owner -> recipient if `env.sender` has sufficient pre-approval. */
    transfer_from: {
      amount: Uint128
      owner: string
      recipient: string
    }
  } | {
    /** Only with "approval" extension. Sends amount tokens from owner -> contract if `env.sender` has sufficient pre-approval. */
    send_from: {
      amount: Uint128
      contract: string
      msg: Binary
      owner: string
    }
  } | {
    /** Only with "approval" extension. Destroys tokens forever */
    burn_from: {
      amount: Uint128
      owner: string
    }
  } | {
    /** Only with the "mintable" extension. If authorized, creates amount new tokens and adds to the recipient balance. */
    mint: {
      amount: Uint128
      recipient: string
    }
  } | {
    /** Only with the "mintable" extension. The current minter may set a new minter. Setting the minter to None will remove the token's minter forever. */
    update_minter: {
      new_minter?: string | null
    }
  } | {
    /** Only with the "marketing" extension. If authorized, updates marketing metadata. Setting None/null for any of these will leave it unchanged. Setting Some("") will clear this field on the contract storage */
    update_marketing: {
      /** A longer description of the token and it's utility. Designed for tooltips or such */
      description?: string | null
      /** The address (if any) who can update this data structure */
      marketing?: string | null
      /** A URL pointing to the project behind this token. */
      project?: string | null
    }
  } | {
    /** If set as the "marketing" role on the contract, upload a new URL, SVG, or PNG for the token */
    upload_logo: Logo
  }

  /** Expiration represents a point in time when some event happens. It can compare with a BlockInfo and will return is_expired() == true once the condition is hit (and for every block in the future) */
  export type Expiration = {
    /** AtHeight will expire when `env.block.height` >= height */
    at_height: number
  } | {
    /** AtTime will expire when `env.block.time` >= time */
    at_time: Timestamp
  } | {
    /** Never will never expire. Used to express the empty variant */
    never: Record<string, never>
  }

  /**
   * A point in time in nanosecond precision.
   *
   * This type can represent times from 1970-01-01T00:00:00Z to 2554-07-21T23:34:33Z.
   *
   * ## Examples
   *
   * ``` # use cosmwasm_std::Timestamp; let ts = Timestamp::from_nanos(1_000_000_202); assert_eq!(ts.nanos(), 1_000_000_202); assert_eq!(ts.seconds(), 1); assert_eq!(ts.subsec_nanos(), 202);
   *
   * let ts = ts.plus_seconds(2); assert_eq!(ts.nanos(), 3_000_000_202); assert_eq!(ts.seconds(), 3); assert_eq!(ts.subsec_nanos(), 202); ```
   */
  export type Timestamp = Uint64

  /**
   * A thin wrapper around u64 that is using strings for JSON encoding/decoding, such that the full u64 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u64` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint64; let a = Uint64::from(42u64); assert_eq!(a.u64(), 42);
   *
   * let b = Uint64::from(70u32); assert_eq!(b.u64(), 70); ```
   */
  export type Uint64 = string

  export type QueryMsg = {
    /** Returns the current balance of the given address, 0 if unset. */
    balance: {
      address: string
    }
  } | {
    /** Returns metadata on the contract - name, decimals, supply, etc. */
    token_info: Record<string, never>
  } | {
    /** Only with "mintable" extension. Returns who can mint and the hard cap on maximum tokens after minting. */
    minter: Record<string, never>
  } | {
    /** Only with "allowance" extension. Returns how much spender can use from owner account, 0 if unset. */
    allowance: {
      owner: string
      spender: string
    }
  } | {
    /** Only with "enumerable" extension (and "allowances") Returns all allowances this owner has approved. Supports pagination. */
    all_allowances: {
      limit?: number | null
      owner: string
      start_after?: string | null
    }
  } | {
    /** Only with "enumerable" extension (and "allowances") Returns all allowances this spender has been granted. Supports pagination. */
    all_spender_allowances: {
      limit?: number | null
      spender: string
      start_after?: string | null
    }
  } | {
    /** Only with "enumerable" extension Returns all accounts that have balances. Supports pagination. */
    all_accounts: {
      limit?: number | null
      start_after?: string | null
    }
  } | {
    /** Only with "marketing" extension Returns more metadata on the contract to display in the client: - description, logo, project url, etc. */
    marketing_info: Record<string, never>
  } | {
    /** Only with "marketing" extension Downloads the embedded logo data (if stored on chain). Errors if no logo data is stored for this contract. */
    download_logo: Record<string, never>
  }

  export type MigrateMsg = Record<string, never>

  export type AllAccountsResponse = {
    accounts: string[]
  }

  export type AllAllowancesResponse = {
    allowances: AllowanceInfo[]
  }

  export type AllowanceInfo = {
    allowance: Uint128
    expires: Expiration
    spender: string
  }

  export type AllSpenderAllowancesResponse = {
    allowances: SpenderAllowanceInfo[]
  }

  export type SpenderAllowanceInfo = {
    allowance: Uint128
    expires: Expiration
    owner: string
  }

  export type AllowanceResponse = {
    allowance: Uint128
    expires: Expiration
  }

  export type BalanceResponse = {
    balance: Uint128
  }

  /** When we download an embedded logo, we get this response type. We expect a SPA to be able to accept this info and display it. */
  export type DownloadLogoResponse = {
    data: Binary
    mime_type: string
  }

  export type MarketingInfoResponse = {
    /** A longer description of the token and it's utility. Designed for tooltips or such */
    description?: string | null
    /** A link to the logo, or a comment there is an on-chain logo stored */
    logo?: LogoInfo | null
    /** The address (if any) who can update this data structure */
    marketing?: Addr | null
    /** A URL pointing to the project behind this token. */
    project?: string | null
  }

  /**
   * A human readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multi-chain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  /** This is used to display logo info, provide a link or inform there is one that can be downloaded from the blockchain itself */
  export type LogoInfo = {
    /** A reference to an externally hosted logo. Must be a valid HTTP or HTTPS URL. */
    url: string
  } | "embedded"

  export type TokenInfoResponse = {
    decimals: number
    name: string
    symbol: string
    total_supply: Uint128
  }
}

/** The contract cw3_flex_multisig: `deploy<Cw3FlexMultisig>('….wasm', …)`. */
export interface Cw3FlexMultisig {
  instantiate: Cw3FlexMultisig.InstantiateMsg
  execute: Cw3FlexMultisig.ExecuteMsg
  query: Cw3FlexMultisig.QueryMsg
  migrate: never
  answers: {
    config: Cw3FlexMultisig.Config
    list_proposals: Cw3FlexMultisig.ProposalListResponseForEmpty
    list_voters: Cw3FlexMultisig.VoterListResponse
    list_votes: Cw3FlexMultisig.VoteListResponse
    proposal: Cw3FlexMultisig.ProposalResponseForEmpty
    reverse_proposals: Cw3FlexMultisig.ProposalListResponseForEmpty
    threshold: Cw3FlexMultisig.ThresholdResponse
    vote: Cw3FlexMultisig.VoteResponse
    voter: Cw3FlexMultisig.VoterResponse
  }
}

export declare namespace Cw3FlexMultisig {
  export type InstantiateMsg = {
    executor?: Executor | null
    group_addr: string
    max_voting_period: Duration
    /** The cost of creating a proposal (if any). */
    proposal_deposit?: UncheckedDepositInfo | null
    threshold: Threshold
  }

  /**
   * A human readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multi-chain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  /**
   * A fixed-point decimal value with 18 fractional digits, i.e. Decimal(1_000_000_000_000_000_000) == 1.0
   *
   * The greatest possible value that can be represented is 340282366920938463463.374607431768211455 (which is (2^128 - 1) / 10^18)
   */
  export type Decimal = string

  /** Duration is a delta of time. You can add it to a BlockInfo or Expiration to move that further in the future. Note that an height-based Duration and a time-based Expiration cannot be combined */
  export type Duration = {
    height: number
  } | {
    /** Time in seconds */
    time: number
  }

  /** Defines who is able to execute proposals once passed */
  export type Executor = "member" | {
    /** Only the given address */
    only: Addr
  }

  /**
   * This defines the different ways tallies can happen.
   *
   * The total_weight used for calculating success as well as the weights of each individual voter used in tallying should be snapshotted at the beginning of the block at which the proposal starts (this is likely the responsibility of a correct cw4 implementation). See also `ThresholdResponse` in the cw3 spec.
   */
  export type Threshold = {
    /** Declares that a fixed weight of Yes votes is needed to pass. See `ThresholdResponse.AbsoluteCount` in the cw3 spec for details. */
    absolute_count: {
      weight: number
    }
  } | {
    /** Declares a percentage of the total weight that must cast Yes votes in order for a proposal to pass. See `ThresholdResponse.AbsolutePercentage` in the cw3 spec for details. */
    absolute_percentage: {
      percentage: Decimal
    }
  } | {
    /** Declares a `quorum` of the total votes that must participate in the election in order for the vote to be considered at all. See `ThresholdResponse.ThresholdQuorum` in the cw3 spec for details. */
    threshold_quorum: {
      quorum: Decimal
      threshold: Decimal
    }
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type UncheckedDenom = {
    native: string
  } | {
    cw20: string
  }

  /** Information about the deposit required to create a proposal. For use in messages. To validate, transform into `DepositInfo` via `into_checked()`. */
  export type UncheckedDepositInfo = {
    /** The number tokens required for payment. */
    amount: Uint128
    /** The denom of the deposit payment. */
    denom: UncheckedDenom
    /** Should failed proposals have their deposits refunded? */
    refund_failed_proposals: boolean
  }

  export type ExecuteMsg = {
    propose: {
      description: string
      latest?: Expiration | null
      msgs: CosmosMsgForEmpty[]
      title: string
    }
  } | {
    vote: {
      proposal_id: number
      vote: Vote
    }
  } | {
    execute: {
      proposal_id: number
    }
  } | {
    close: {
      proposal_id: number
    }
  } | {
    /** Handles update hook messages from the group contract */
    member_changed_hook: MemberChangedHookMsg
  }

  /**
   * The message types of the bank module.
   *
   * See https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/bank/v1beta1/tx.proto
   */
  export type BankMsg = {
    /**
     * Sends native tokens from the contract to the given address.
     *
     * This is translated to a [MsgSend](https://github.com/cosmos/cosmos-sdk/blob/v0.40.0/proto/cosmos/bank/v1beta1/tx.proto#L19-L28). `from_address` is automatically filled with the current contract's address.
     */
    send: {
      amount: Coin[]
      to_address: string
    }
  } | {
    /** This will burn the given coins from the contract's account. There is no Cosmos SDK message that performs this, but it can be done by calling the bank keeper. Important if a contract controls significant token supply that must be retired. */
    burn: {
      amount: Coin[]
    }
  }

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type Coin = {
    amount: Uint128
    denom: string
  }

  export type CosmosMsgForEmpty = {
    bank: BankMsg
  } | {
    custom: Empty
  } | {
    wasm: WasmMsg
  }

  /**
   * An empty struct that serves as a placeholder in different places, such as contracts that don't set a custom message.
   *
   * It is designed to be expressible in correct JSON and JSON Schema but contains no meaningful data. Previously we used enums without cases, but those cannot represented as valid JSON Schema (https://github.com/CosmWasm/cosmwasm/issues/451)
   */
  export type Empty = Record<string, never>

  /** Expiration represents a point in time when some event happens. It can compare with a BlockInfo and will return is_expired() == true once the condition is hit (and for every block in the future) */
  export type Expiration = {
    /** AtHeight will expire when `env.block.height` >= height */
    at_height: number
  } | {
    /** AtTime will expire when `env.block.time` >= time */
    at_time: Timestamp
  } | {
    /** Never will never expire. Used to express the empty variant */
    never: Record<string, never>
  }

  /** MemberChangedHookMsg should be de/serialized under `MemberChangedHook()` variant in a ExecuteMsg. This contains a list of all diffs on the given transaction. */
  export type MemberChangedHookMsg = {
    diffs: MemberDiff[]
  }

  /** MemberDiff shows the old and new states for a given cw4 member They cannot both be None. old = None, new = Some -> Insert old = Some, new = Some -> Update old = Some, new = None -> Delete */
  export type MemberDiff = {
    key: string
    new?: number | null
    old?: number | null
  }

  /**
   * A point in time in nanosecond precision.
   *
   * This type can represent times from 1970-01-01T00:00:00Z to 2554-07-21T23:34:33Z.
   *
   * ## Examples
   *
   * ``` # use cosmwasm_std::Timestamp; let ts = Timestamp::from_nanos(1_000_000_202); assert_eq!(ts.nanos(), 1_000_000_202); assert_eq!(ts.seconds(), 1); assert_eq!(ts.subsec_nanos(), 202);
   *
   * let ts = ts.plus_seconds(2); assert_eq!(ts.nanos(), 3_000_000_202); assert_eq!(ts.seconds(), 3); assert_eq!(ts.subsec_nanos(), 202); ```
   */
  export type Timestamp = Uint64

  /**
   * A thin wrapper around u64 that is using strings for JSON encoding/decoding, such that the full u64 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u64` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint64; let a = Uint64::from(42u64); assert_eq!(a.u64(), 42);
   *
   * let b = Uint64::from(70u32); assert_eq!(b.u64(), 70); ```
   */
  export type Uint64 = string

  export type Vote = "yes" | "no" | "abstain" | "veto"

  /**
   * The message types of the wasm module.
   *
   * See https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto
   */
  export type WasmMsg = {
    /**
     * Dispatches a call to another contract at a known address (with known ABI).
     *
     * This is translated to a [MsgExecuteContract](https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto#L68-L78). `sender` is automatically filled with the current contract's address.
     */
    execute: {
      contract_addr: string
      funds: Coin[]
      /** msg is the json-encoded ExecuteMsg struct (as raw Binary) */
      msg: Binary
    }
  } | {
    /**
     * Instantiates a new contracts from previously uploaded Wasm code.
     *
     * The contract address is non-predictable. But it is guaranteed that when emitting the same Instantiate message multiple times, multiple instances on different addresses will be generated. See also Instantiate2.
     *
     * This is translated to a [MsgInstantiateContract](https://github.com/CosmWasm/wasmd/blob/v0.29.2/proto/cosmwasm/wasm/v1/tx.proto#L53-L71). `sender` is automatically filled with the current contract's address.
     */
    instantiate: {
      admin?: string | null
      code_id: number
      funds: Coin[]
      /**
       * A human-readable label for the contract.
       *
       * Valid values should: - not be empty - not be bigger than 128 bytes (or some chain-specific limit) - not start / end with whitespace
       */
      label: string
      /** msg is the JSON-encoded InstantiateMsg struct (as raw Binary) */
      msg: Binary
    }
  } | {
    /**
     * Migrates a given contracts to use new wasm code. Passes a MigrateMsg to allow us to customize behavior.
     *
     * Only the contract admin (as defined in wasmd), if any, is able to make this call.
     *
     * This is translated to a [MsgMigrateContract](https://github.com/CosmWasm/wasmd/blob/v0.14.0/x/wasm/internal/types/tx.proto#L86-L96). `sender` is automatically filled with the current contract's address.
     */
    migrate: {
      contract_addr: string
      /** msg is the json-encoded MigrateMsg struct that will be passed to the new code */
      msg: Binary
      /** the code_id of the new logic to place in the given contract */
      new_code_id: number
    }
  } | {
    /** Sets a new admin (for migrate) on the given contract. Fails if this contract is not currently admin of the target contract. */
    update_admin: {
      admin: string
      contract_addr: string
    }
  } | {
    /** Clears the admin on the given contract, so no more migration possible. Fails if this contract is not currently admin of the target contract. */
    clear_admin: {
      contract_addr: string
    }
  }

  export type QueryMsg = {
    threshold: Record<string, never>
  } | {
    proposal: {
      proposal_id: number
    }
  } | {
    list_proposals: {
      limit?: number | null
      start_after?: number | null
    }
  } | {
    reverse_proposals: {
      limit?: number | null
      start_before?: number | null
    }
  } | {
    vote: {
      proposal_id: number
      voter: string
    }
  } | {
    list_votes: {
      limit?: number | null
      proposal_id: number
      start_after?: string | null
    }
  } | {
    voter: {
      address: string
    }
  } | {
    list_voters: {
      limit?: number | null
      start_after?: string | null
    }
  } | {
    /** Gets the current configuration. */
    config: Record<string, never>
  }

  export type Config = {
    executor?: Executor | null
    group_addr: Cw4Contract
    max_voting_period: Duration
    /** The price, if any, of creating a new proposal. */
    proposal_deposit?: DepositInfo | null
    threshold: Threshold
  }

  /**
   * Cw4Contract is a wrapper around Addr that provides a lot of helpers for working with cw4 contracts
   *
   * If you wish to persist this, convert to Cw4CanonicalContract via .canonical()
   */
  export type Cw4Contract = Addr

  export type Denom = {
    native: string
  } | {
    cw20: Addr
  }

  /** Information about the deposit required to create a proposal. */
  export type DepositInfo = {
    /** The number tokens required for payment. */
    amount: Uint128
    /** The denom of the deposit payment. */
    denom: Denom
    /** Should failed proposals have their deposits refunded? */
    refund_failed_proposals: boolean
  }

  export type ProposalListResponseForEmpty = {
    proposals: ProposalResponseForEmpty[]
  }

  /** Note, if you are storing custom messages in the proposal, the querier needs to know what possible custom message types those are in order to parse the response */
  export type ProposalResponseForEmpty = {
    deposit?: DepositInfo | null
    description: string
    expires: Expiration
    id: number
    msgs: CosmosMsgForEmpty[]
    proposer: Addr
    status: Status
    /** This is the threshold that is applied to this proposal. Both the rules of the voting contract, as well as the total_weight of the voting group may have changed since this time. That means that the generic `Threshold{}` query does not provide valid information for existing proposals. */
    threshold: ThresholdResponse
    title: string
  }

  export type Status = "pending" | "open" | "rejected" | "passed" | "executed"

  /**
   * This defines the different ways tallies can happen. Every contract should support a subset of these, ideally all.
   *
   * The total_weight used for calculating success as well as the weights of each individual voter used in tallying should be snapshotted at the beginning of the block at which the proposal starts (this is likely the responsibility of a correct cw4 implementation).
   */
  export type ThresholdResponse = {
    /**
     * Declares that a fixed weight of yes votes is needed to pass. It does not matter how many no votes are cast, or how many do not vote, as long as `weight` yes votes are cast.
     *
     * This is the simplest format and usually suitable for small multisigs of trusted parties, like 3 of 5. (weight: 3, total_weight: 5)
     *
     * A proposal of this type can pass early as soon as the needed weight of yes votes has been cast.
     */
    absolute_count: {
      total_weight: number
      weight: number
    }
  } | {
    /**
     * Declares a percentage of the total weight that must cast Yes votes, in order for a proposal to pass. The passing weight is computed over the total weight minus the weight of the abstained votes.
     *
     * This is useful for similar circumstances as `AbsoluteCount`, where we have a relatively small set of voters, and participation is required. It is understood that if the voting set (group) changes between different proposals that refer to the same group, each proposal will work with a different set of voter weights (the ones snapshotted at proposal creation), and the passing weight for each proposal will be computed based on the absolute percentage, times the total weights of the members at the time of each proposal creation.
     *
     * Example: we set `percentage` to 51%. Proposal 1 starts when there is a `total_weight` of 5. This will require 3 weight of Yes votes in order to pass. Later, the Proposal 2 starts but the `total_weight` of the group has increased to 9. That proposal will then automatically require 5 Yes of 9 to pass, rather than 3 yes of 9 as would be the case with `AbsoluteCount`.
     */
    absolute_percentage: {
      percentage: Decimal
      total_weight: number
    }
  } | {
    /**
     * In addition to a `threshold`, declares a `quorum` of the total votes that must participate in the election in order for the vote to be considered at all. Within the votes that were cast, it requires `threshold` votes in favor. That is calculated by ignoring the Abstain votes (they count towards `quorum`, but do not influence `threshold`). That is, we calculate `Yes / (Yes + No + Veto)` and compare it with `threshold` to consider if the proposal was passed.
     *
     * It is rather difficult for a proposal of this type to pass early. That can only happen if the required quorum has been already met, and there are already enough Yes votes for the proposal to pass.
     *
     * 30% Yes votes, 10% No votes, and 20% Abstain would pass early if quorum <= 60% (who has cast votes) and if the threshold is <= 37.5% (the remaining 40% voting no => 30% yes + 50% no). Once the voting period has passed with no additional votes, that same proposal would be considered successful if quorum <= 60% and threshold <= 75% (percent in favor if we ignore abstain votes).
     *
     * This type is more common in general elections, where participation is often expected to be low, and `AbsolutePercentage` would either be too high to pass anything, or allow low percentages to pass, independently of if there was high participation in the election or not.
     */
    threshold_quorum: {
      quorum: Decimal
      threshold: Decimal
      total_weight: number
    }
  }

  export type VoterListResponse = {
    voters: VoterDetail[]
  }

  export type VoterDetail = {
    addr: string
    weight: number
  }

  export type VoteListResponse = {
    votes: VoteInfo[]
  }

  /** Returns the vote (opinion as well as weight counted) as well as the address of the voter who submitted it */
  export type VoteInfo = {
    proposal_id: number
    vote: Vote
    voter: string
    weight: number
  }

  export type VoteResponse = {
    vote?: VoteInfo | null
  }

  export type VoterResponse = {
    weight?: number | null
  }
}

/** The contract cw4_group: `deploy<Cw4Group>('….wasm', …)`. */
export interface Cw4Group {
  instantiate: Cw4Group.InstantiateMsg
  execute: Cw4Group.ExecuteMsg
  query: Cw4Group.QueryMsg
  migrate: never
  answers: {
    admin: Cw4Group.AdminResponse
    hooks: Cw4Group.HooksResponse
    list_members: Cw4Group.MemberListResponse
    member: Cw4Group.MemberResponse
    total_weight: Cw4Group.TotalWeightResponse
  }
}

export declare namespace Cw4Group {
  export type InstantiateMsg = {
    /** The admin is the only account that can update the group state. Omit it to make the group immutable. */
    admin?: string | null
    members: Member[]
  }

  /** A group member has a weight associated with them. This may all be equal, or may have meaning in the app that makes use of the group (eg. voting power) */
  export type Member = {
    addr: string
    weight: number
  }

  export type ExecuteMsg = {
    /** Change the admin */
    update_admin: {
      admin?: string | null
    }
  } | {
    /** apply a diff to the existing members. remove is applied after add, so if an address is in both, it is removed */
    update_members: {
      add: Member[]
      remove: string[]
    }
  } | {
    /** Add a new hook to be informed of all membership changes. Must be called by Admin */
    add_hook: {
      addr: string
    }
  } | {
    /** Remove a hook. Must be called by Admin */
    remove_hook: {
      addr: string
    }
  }

  export type QueryMsg = {
    admin: Record<string, never>
  } | {
    total_weight: {
      at_height?: number | null
    }
  } | {
    list_members: {
      limit?: number | null
      start_after?: string | null
    }
  } | {
    member: {
      addr: string
      at_height?: number | null
    }
  } | {
    /** Shows all registered hooks. */
    hooks: Record<string, never>
  }

  /** Returned from Admin.query_admin() */
  export type AdminResponse = {
    admin?: string | null
  }

  export type HooksResponse = {
    hooks: string[]
  }

  export type MemberListResponse = {
    members: Member[]
  }

  export type MemberResponse = {
    weight?: number | null
  }

  export type TotalWeightResponse = {
    weight: number
  }
}

/** The contract cw721_base: `deploy<Cw721Base>('….wasm', …)`. */
export interface Cw721Base {
  instantiate: Cw721Base.InstantiateMsg
  execute: Cw721Base.ExecuteMsg
  query: Cw721Base.QueryMsg
  migrate: Cw721Base.MigrateMsg
  answers: {
    all_nft_info: Cw721Base.AllNftInfoResponseForNullableEmpty
    all_operators: Cw721Base.OperatorsResponse
    all_tokens: Cw721Base.TokensResponse
    approval: Cw721Base.ApprovalResponse
    approvals: Cw721Base.ApprovalsResponse
    contract_info: Cw721Base.CollectionInfoAndExtensionResponseForNullableCollectionExtensionForRoyaltyInfo
    extension: Cw721Base.Null
    get_additional_minters: Cw721Base.AdditionalMintersResponse
    get_all_info: Cw721Base.AllInfoResponse
    get_collection_extension: Cw721Base.Null
    get_collection_extension_attributes: Cw721Base.ArrayOfAttribute
    get_collection_info_and_extension: Cw721Base.CollectionInfoAndExtensionResponseForNullableCollectionExtensionForRoyaltyInfo
    get_config: Cw721Base.ConfigResponseForNullableCollectionExtensionForRoyaltyInfo
    get_creator_ownership: Cw721Base.OwnershipForAddr
    get_minter_ownership: Cw721Base.OwnershipForAddr
    get_nft_by_extension: Cw721Base.NullableNftInfoResponseForNullableEmpty
    get_withdraw_address: Cw721Base.NullableString
    minter: Cw721Base.MinterResponse
    nft_info: Cw721Base.NftInfoResponseForNullableEmpty
    num_tokens: Cw721Base.NumTokensResponse
    operator: Cw721Base.OperatorResponse
    owner_of: Cw721Base.OwnerOfResponse
    ownership: Cw721Base.OwnershipForAddr
    tokens: Cw721Base.TokensResponse
  }
}

export declare namespace Cw721Base {
  export type InstantiateMsg = {
    /** Optional extension of the collection metadata */
    collection_info_extension?: CollectionExtensionMsgForRoyaltyInfoResponse | null
    /** Sets the creator of collection. The creator is the only one eligible to update `CollectionInfo`. */
    creator?: string | null
    /** The minter is the only one who can create new NFTs. This is designed for a base NFT that is controlled by an external program or contract. You will likely replace this with custom logic in custom NFTs */
    minter?: string | null
    /** Name of the NFT contract */
    name: string
    /** Symbol of the NFT contract */
    symbol: string
    withdraw_address?: string | null
  }

  /** NOTE: In case `info` is not provided in `create()` or `validate()` (like for migration), creator/minter assertion is skipped. */
  export type CollectionExtensionMsgForRoyaltyInfoResponse = {
    banner_url?: string | null
    description?: string | null
    explicit_content?: boolean | null
    external_link?: string | null
    image?: string | null
    royalty_info?: RoyaltyInfoResponse | null
    start_trading_time?: Timestamp | null
  }

  /**
   * A fixed-point decimal value with 18 fractional digits, i.e. Decimal(1_000_000_000_000_000_000) == 1.0
   *
   * The greatest possible value that can be represented is 340282366920938463463.374607431768211455 (which is (2^128 - 1) / 10^18)
   */
  export type Decimal = string

  export type RoyaltyInfoResponse = {
    payment_address: string
    share: Decimal
  }

  /**
   * A point in time in nanosecond precision.
   *
   * This type can represent times from 1970-01-01T00:00:00Z to 2554-07-21T23:34:33Z.
   *
   * ## Examples
   *
   * ``` # use cosmwasm_std::Timestamp; let ts = Timestamp::from_nanos(1_000_000_202); assert_eq!(ts.nanos(), 1_000_000_202); assert_eq!(ts.seconds(), 1); assert_eq!(ts.subsec_nanos(), 202);
   *
   * let ts = ts.plus_seconds(2); assert_eq!(ts.nanos(), 3_000_000_202); assert_eq!(ts.seconds(), 3); assert_eq!(ts.subsec_nanos(), 202); ```
   */
  export type Timestamp = Uint64

  /**
   * A thin wrapper around u64 that is using strings for JSON encoding/decoding, such that the full u64 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u64` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint64; let a = Uint64::from(42u64); assert_eq!(a.u64(), 42);
   *
   * let b = Uint64::from(70u32); assert_eq!(b.u64(), 70); ```
   */
  export type Uint64 = string

  export type ExecuteMsg = {
    /** Deprecated: use UpdateMinterOwnership instead! Will be removed in next release! */
    update_ownership: Action
  } | {
    update_minter_ownership: Action
  } | {
    update_creator_ownership: Action
  } | {
    /** The creator is the only one eligible to update `CollectionInfo`. */
    update_collection_info: {
      collection_info: CollectionInfoMsgForNullableCollectionExtensionMsgForRoyaltyInfoResponse
    }
  } | {
    /** Transfer is a base message to move a token to another account without triggering actions */
    transfer_nft: {
      recipient: string
      token_id: string
    }
  } | {
    /** Send is a base message to transfer a token to a contract and trigger an action on the receiving contract. */
    send_nft: {
      contract: string
      msg: Binary
      token_id: string
    }
  } | {
    /** Allows operator to transfer / send the token from the owner's account. If expiration is set, then this allowance has a time/height limit */
    approve: {
      expires?: Expiration | null
      spender: string
      token_id: string
    }
  } | {
    /** Remove previously granted Approval */
    revoke: {
      spender: string
      token_id: string
    }
  } | {
    /** Allows operator to transfer / send any token from the owner's account. If expiration is set, then this allowance has a time/height limit */
    approve_all: {
      expires?: Expiration | null
      operator: string
    }
  } | {
    /** Remove previously granted ApproveAll permission */
    revoke_all: {
      operator: string
    }
  } | {
    /** Mint a new NFT, can only be called by the contract minter */
    mint: {
      /** Any custom extension used by this contract */
      extension?: Empty | null
      /** The owner of the newly minter NFT */
      owner: string
      /** Unique ID of the NFT */
      token_id: string
      /** Universal resource identifier for this NFT Should point to a JSON file that conforms to the ERC721 Metadata JSON Schema */
      token_uri?: string | null
    }
  } | {
    /** Burn an NFT the sender has access to */
    burn: {
      token_id: string
    }
  } | {
    /** Add an additional minter. Only the primary minter (manager) can call this. */
    add_minter: {
      minter: string
    }
  } | {
    /** Remove an additional minter. Only the primary minter (manager) can call this. */
    remove_minter: {
      minter: string
    }
  } | {
    /** Custom msg execution. This is a no-op in default implementation. */
    update_extension: {
      msg: Empty
    }
  } | {
    /** The creator is the only one eligible to update NFT's token uri and onchain metadata (`NftInfo.extension`). NOTE: approvals and owner are not affected by this call, since they belong to the NFT owner. */
    update_nft_info: {
      extension?: Empty | null
      token_id: string
      /** NOTE: Empty string is handled as None */
      token_uri?: string | null
    }
  } | {
    /** Sets address to send withdrawn fees to. Only owner can call this. */
    set_withdraw_address: {
      address: string
    }
  } | {
    /** Removes the withdraw address, so fees are sent to the contract. Only owner can call this. */
    remove_withdraw_address: Record<string, never>
  } | {
    /** Withdraw from the contract to the given address. Anyone can call this, which is okay since withdraw address has been set by owner. */
    withdraw_funds: {
      amount: Coin
    }
  }

  /** Actions that can be taken to alter the contract's ownership */
  export type Action = {
    /**
     * Propose to transfer the contract's ownership to another account, optionally with an expiry time.
     *
     * Can only be called by the contract's current owner.
     *
     * Any existing pending ownership transfer is overwritten.
     */
    transfer_ownership: {
      expiry?: Expiration | null
      new_owner: string
    }
  } | "accept_ownership" | "renounce_ownership"

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type Coin = {
    amount: Uint128
    denom: string
  }

  export type CollectionInfoMsgForNullableCollectionExtensionMsgForRoyaltyInfoResponse = {
    extension?: CollectionExtensionMsgForRoyaltyInfoResponse | null
    name?: string | null
    symbol?: string | null
  }

  /**
   * An empty struct that serves as a placeholder in different places, such as contracts that don't set a custom message.
   *
   * It is designed to be expressible in correct JSON and JSON Schema but contains no meaningful data. Previously we used enums without cases, but those cannot represented as valid JSON Schema (https://github.com/CosmWasm/cosmwasm/issues/451)
   */
  export type Empty = Record<string, never>

  /** Expiration represents a point in time when some event happens. It can compare with a BlockInfo and will return is_expired() == true once the condition is hit (and for every block in the future) */
  export type Expiration = {
    /** AtHeight will expire when `env.block.height` >= height */
    at_height: number
  } | {
    /** AtTime will expire when `env.block.time` >= time */
    at_time: Timestamp
  } | {
    /** Never will never expire. Used to express the empty variant */
    never: Record<string, never>
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type QueryMsg = {
    /** Return the owner of the given token, error if token does not exist */
    owner_of: {
      /** unset or false will filter out expired approvals, you must set to true to see them */
      include_expired?: boolean | null
      token_id: string
    }
  } | {
    /** Return operator that can access all of the owner's tokens. */
    approval: {
      include_expired?: boolean | null
      spender: string
      token_id: string
    }
  } | {
    /** Return approvals that a token has */
    approvals: {
      include_expired?: boolean | null
      token_id: string
    }
  } | {
    /** Return approval of a given operator for all tokens of an owner, error if not set */
    operator: {
      include_expired?: boolean | null
      operator: string
      owner: string
    }
  } | {
    /** List all operators that can access all of the owner's tokens */
    all_operators: {
      /** unset or false will filter out expired items, you must set to true to see them */
      include_expired?: boolean | null
      limit?: number | null
      owner: string
      start_after?: string | null
    }
  } | {
    /** Total number of tokens issued */
    num_tokens: Record<string, never>
  } | {
    /** Deprecated: use GetCollectionInfoAndExtension instead! Will be removed in next release! */
    contract_info: Record<string, never>
  } | {
    /** Returns `AllCollectionInfoResponse` */
    get_config: Record<string, never>
  } | {
    /** Returns `CollectionInfoAndExtensionResponse` */
    get_collection_info_and_extension: Record<string, never>
  } | {
    /** returns `AllInfoResponse` which contains contract, collection and nft details */
    get_all_info: Record<string, never>
  } | {
    /** Returns `CollectionExtensionAttributes` */
    get_collection_extension_attributes: Record<string, never>
  } | {
    /** Deprecated: use GetMinterOwnership instead! Will be removed in next release! */
    ownership: Record<string, never>
  } | {
    /** Return the minter Deprecated: use GetMinterOwnership instead! Will be removed in next release! */
    minter: Record<string, never>
  } | {
    get_minter_ownership: Record<string, never>
  } | {
    get_creator_ownership: Record<string, never>
  } | {
    /** Returns the list of additional minters (paginated). */
    get_additional_minters: {
      limit?: number | null
      start_after?: string | null
    }
  } | {
    /** With MetaData Extension. Returns metadata about one particular token, based on *ERC721 Metadata JSON Schema* but directly from the contract */
    nft_info: {
      token_id: string
    }
  } | {
    get_nft_by_extension: {
      extension?: Empty | null
      limit?: number | null
      start_after?: string | null
    }
  } | {
    /** With MetaData Extension. Returns the result of both `NftInfo` and `OwnerOf` as one query as an optimization for clients */
    all_nft_info: {
      /** unset or false will filter out expired approvals, you must set to true to see them */
      include_expired?: boolean | null
      token_id: string
    }
  } | {
    /** With Enumerable extension. Returns all tokens owned by the given address, [] if unset. */
    tokens: {
      limit?: number | null
      owner: string
      start_after?: string | null
    }
  } | {
    /** With Enumerable extension. Requires pagination. Lists all token_ids controlled by the contract. */
    all_tokens: {
      limit?: number | null
      start_after?: string | null
    }
  } | {
    /** Custom msg query. Default implementation returns an empty binary. */
    extension: {
      msg: Empty
    }
  } | {
    get_collection_extension: {
      msg?: CollectionExtensionForRoyaltyInfo | null
    }
  } | {
    get_withdraw_address: Record<string, never>
  }

  /**
   * A human readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multi-chain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  export type CollectionExtensionForRoyaltyInfo = {
    banner_url?: string | null
    description: string
    explicit_content?: boolean | null
    external_link?: string | null
    image: string
    royalty_info?: RoyaltyInfo | null
    start_trading_time?: Timestamp | null
  }

  export type RoyaltyInfo = {
    payment_address: Addr
    share: Decimal
  }

  export type MigrateMsg = {
    with_update: {
      creator?: string | null
      minter?: string | null
    }
  }

  export type AllNftInfoResponseForNullableEmpty = {
    /** Who can transfer the token */
    access: OwnerOfResponse
    /** Data on the token itself, */
    info: NftInfoResponseForNullableEmpty
  }

  export type Approval = {
    /** When the Approval expires (maybe Expiration::never) */
    expires: Expiration
    /** Account that can transfer/send the token */
    spender: Addr
  }

  export type NftInfoResponseForNullableEmpty = {
    /** You can add any custom metadata here when you extend cw721-base */
    extension?: Empty | null
    /** Universal resource identifier for this NFT Should point to a JSON file that conforms to the ERC721 Metadata JSON Schema */
    token_uri?: string | null
  }

  export type OwnerOfResponse = {
    /** If set this address is approved to transfer/send the token as well */
    approvals: Approval[]
    /** Owner of the token */
    owner: string
  }

  export type OperatorsResponse = {
    operators: Approval[]
  }

  export type TokensResponse = {
    /** Contains all token_ids in lexicographical ordering If there are more than `limit`, use `start_after` in future queries to achieve pagination. */
    tokens: string[]
  }

  export type ApprovalResponse = {
    approval: Approval
  }

  export type ApprovalsResponse = {
    approvals: Approval[]
  }

  /** This is a wrapper around CollectionInfo that includes the extension. */
  export type CollectionInfoAndExtensionResponseForNullableCollectionExtensionForRoyaltyInfo = {
    extension?: CollectionExtensionForRoyaltyInfo | null
    name: string
    symbol: string
    updated_at: Timestamp
  }

  export type Null = null

  export type AdditionalMintersResponse = {
    minters: string[]
  }

  /** This is a wrapper around CollectionInfo that includes the extension, contract info, and number of tokens (supply). */
  export type AllInfoResponse = {
    collection_extension: Attribute[]
    collection_info: CollectionInfo
    contract_info: ContractInfoResponse
    num_tokens: number
  }

  export type Attribute = {
    key: string
    value: Binary
  }

  export type CollectionInfo = {
    name: string
    symbol: string
    updated_at: Timestamp
  }

  export type ContractInfoResponse = {
    /** admin who can run migrations (if any) */
    admin?: Addr | null
    code_id: number
    /** address that instantiated this contract */
    creator: Addr
    /** set if this contract has bound an IBC port */
    ibc_port?: string | null
    /** if set, the contract is pinned to the cache, and thus uses less gas when called */
    pinned: boolean
  }

  export type ArrayOfAttribute = Attribute[]

  /** This is a wrapper around CollectionInfo that includes the extension. */
  export type ConfigResponseForNullableCollectionExtensionForRoyaltyInfo = {
    collection_extension?: CollectionExtensionForRoyaltyInfo | null
    collection_info: CollectionInfo
    contract_info: ContractInfoResponse
    creator_ownership: OwnershipForAddr
    minter_ownership: OwnershipForAddr
    num_tokens: number
    withdraw_address?: string | null
  }

  /** The contract's ownership info */
  export type OwnershipForAddr = {
    /** The contract's current owner. `None` if the ownership has been renounced. */
    owner?: Addr | null
    /** The deadline for the pending owner to accept the ownership. `None` if there isn't a pending ownership transfer, or if a transfer exists and it doesn't have a deadline. */
    pending_expiry?: Expiration | null
    /** The account who has been proposed to take over the ownership. `None` if there isn't a pending ownership transfer. */
    pending_owner?: Addr | null
  }

  export type NullableNftInfoResponseForNullableEmpty = NftInfoResponseForNullableEmpty | null

  export type NullableString = string | null

  /** Deprecated: use Cw721QueryMsg::GetMinterOwnership instead! Shows who can mint these tokens. */
  export type MinterResponse = {
    minter?: string | null
  }

  export type NumTokensResponse = {
    count: number
  }

  export type OperatorResponse = {
    approval: Approval
  }
}

/** The contract outpost: `deploy<Outpost>('….wasm', …)`. */
export interface Outpost {
  instantiate: Outpost.InstantiateMsg
  execute: Outpost.ExecuteMsg
  query: Outpost.QueryMsg
  migrate: never
  answers: {
    kept: Outpost.ArrayOfCoin
    root: Outpost.NullableString
  }
}

export declare namespace Outpost {
  export type InstantiateMsg = {
    /** Needed by `burn` */
    burning?: Burning | null
    owner: string
  }

  export type Burning = {
    /** For the events */
    reason: string
  }

  export type ExecuteMsg = {
    /** Enters a contract into the registry. By the owner */
    set_contract: {
      contract: string
      name: string
    }
  } | {
    /** Calls the contract that the registry names `router` */
    route: Record<string, never>
  } | {
    /** Allows a coin over a channel. By the owner */
    map_pair: {
      channel_id: string
      denom: string
      remote_denom: string
    }
  } | {
    /** Keeps a coin for the sender, one that is mapped */
    bridge: {
      channel_id: string
    }
  } | {
    /** Returns what the sender has here */
    withdraw: Record<string, never>
  } | {
    /** Burns a coin. Only if the contract was instantiated for it */
    burn: Record<string, never>
  } | {
    /** Records a root, 32 bytes in hex. Nothing may be given besides */
    commit: {
      leaves: string[]
      root: string
    }
  } | {
    /** Keeps a token for its owner. By the contract of the token */
    receive_nft: {
      msg: Binary
      sender: string
      token_id: string
    }
  } | {
    /** Returns a token to its owner */
    release: {
      collection: string
      token_id: string
    }
  }

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type QueryMsg = {
    /** What an account has here */
    kept: {
      actor: string
    }
  } | {
    root: Record<string, never>
  }

  export type ArrayOfCoin = Coin[]

  export type Coin = {
    amount: Uint256
    denom: string
  }

  /**
   * An implementation of u256 that is using strings for JSON encoding/decoding, such that the full u256 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `new` to create instances out of u128, `from` for other primitive uint types or `from_be_bytes` to provide big endian bytes:
   *
   * ``` # use cosmwasm_std::Uint256; let a = Uint256::new(258u128); let b = Uint256::from(258u16); let c = Uint256::from_be_bytes([ 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 2u8, ]); assert_eq!(a, b); assert_eq!(a, c); ```
   */
  export type Uint256 = string

  export type NullableString = string | null
}

/** The contract ping_pong: `deploy<PingPong>('….wasm', …)`. */
export interface PingPong {
  instantiate: PingPong.InstantiateMsg
  execute: PingPong.ExecuteMsg
  query: PingPong.QueryMsg
  migrate: PingPong.MigrateMsg
  answers: {
    chain: PingPong.Binary
    heard: PingPong.HeardResponse
  }
}

export declare namespace PingPong {
  /** How the contract takes part in what is not a packet. Everything is allowed by default. */
  export type InstantiateMsg = {
    /** What its callbacks (source and destination) do */
    callbacks?: Callbacks | null
    /** Refuses channels, and packets over clients that are to be sent, with this text */
    refuse?: string | null
    /** Version that it gives to a channel. Default: what the other side proposes */
    version?: string | null
  }

  export type Callbacks = {
    fail: {
      text: string
    }
  } | {
    /** Computes until the gas is used up */
    loop: Record<string, never>
  }

  export type ExecuteMsg = {
    configure: Behaviour
  } | {
    send: {
      channel_id: string
      packet: Packet
      timeout_seconds?: number | null
    }
  } | {
    acknowledge: {
      ack: Binary
      channel_id: string
      sequence: number
    }
  } | {
    close: {
      channel_id: string
    }
  } | {
    transfer: {
      amount: Coin
      channel_id: string
      memo?: string | null
      timeout_seconds?: number | null
      to: string
    }
  } | {
    /** Over a client, without a channel. */
    send2: {
      destination_port: string
      packet: Packet
      source_client: string
      timeout_seconds?: number | null
    }
  } | {
    acknowledge2: {
      ack: Binary
      destination_client: string
      sequence: number
      source_client: string
    }
  }

  /** How the contract takes part in what is not a packet. Everything is allowed by default. */
  export type Behaviour = {
    /** What its callbacks (source and destination) do */
    callbacks?: Callbacks | null
    /** Refuses channels, and packets over clients that are to be sent, with this text */
    refuse?: string | null
    /** Version that it gives to a channel. Default: what the other side proposes */
    version?: string | null
  }

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  export type Coin = {
    amount: Uint256
    denom: string
  }

  /** A packet says what its receiver is to do. */
  export type Packet = {
    /** Acknowledge with `"pong"`, and send back one that says one less, until it says 0 */
    ping: {
      rally: number
    }
  } | {
    fail: {
      text: string
    }
  } | {
    panic: Record<string, never>
  } | {
    /** Acknowledge it later */
    later: Record<string, never>
  } | {
    /** Send coins that the contract lacks */
    overspend: Record<string, never>
  }

  /**
   * An implementation of u256 that is using strings for JSON encoding/decoding, such that the full u256 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `new` to create instances out of u128, `from` for other primitive uint types or `from_be_bytes` to provide big endian bytes:
   *
   * ``` # use cosmwasm_std::Uint256; let a = Uint256::new(258u128); let b = Uint256::from(258u16); let c = Uint256::from_be_bytes([ 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 2u8, ]); assert_eq!(a, b); assert_eq!(a, c); ```
   */
  export type Uint256 = string

  export type QueryMsg = {
    /** What it was told, the oldest first */
    heard: Record<string, never>
  } | {
    /** The chain's answer to a query, given in JSON */
    chain: {
      request: Binary
    }
  }

  /** How the contract takes part in what is not a packet. Everything is allowed by default. */
  export type MigrateMsg = {
    /** What its callbacks (source and destination) do */
    callbacks?: Callbacks | null
    /** Refuses channels, and packets over clients that are to be sent, with this text */
    refuse?: string | null
    /** Version that it gives to a channel. Default: what the other side proposes */
    version?: string | null
  }

  export type HeardResponse = {
    heard: Heard[]
  }

  export type Heard = {
    /** Name of the entry point */
    entry: string
    /** What came, as JSON */
    message: string
  }
}

/** The contract remote_reader: `deploy<RemoteReader>('….wasm', …)`. */
export interface RemoteReader {
  instantiate: RemoteReader.InstantiateMsg
  execute: RemoteReader.ExecuteMsg
  query: RemoteReader.QueryMsg
  migrate: never
  answers: {
    balances: RemoteReader.BalanceResponse
    delegations: RemoteReader.DelegatorDelegationsResponse
    fee_pool: RemoteReader.FeePoolResponse
    proposals: RemoteReader.ProposalResponse
    seen: RemoteReader.NullableSeen
    signing_infos: RemoteReader.ValidatorSigningInfoResponse
    total_supply: RemoteReader.TotalSupplyResponse
    unbonding_delegations: RemoteReader.DelegatorUnbondingDelegationsResponse
    validators: RemoteReader.ValidatorResponse
    values: RemoteReader.ArrayOfStorageValue
    votes: RemoteReader.ProposalVotesResponse
  }
}

export declare namespace RemoteReader {
  export type InstantiateMsg = {
    /** Who is paid when the other chain proves a transfer; nobody when left out. */
    pays?: Pays | null
    /** When the balances of a query reach this much, `threshold_reached` says so. */
    threshold?: Coin | null
  }

  export type Coin = {
    amount: Uint128
    denom: string
  }

  /** For each coin that is sent to `recipient` on the other chain, the contract pays as much of `denom` to the address that the transaction's memo names. */
  export type Pays = {
    denom: string
    recipient: string
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type ExecuteMsg = {
    register: {
      connection_id: string
      update_period: number
      what: What
    }
  } | {
    remove_query: {
      query_id: number
    }
  } | {
    /** Runs a failed call back once more. */
    resubmit: {
      failure_id: number
    }
  }

  /**
   * Binary is a wrapper around Vec<u8> to add base64 de/serialization with serde. It also adds some helper methods to help encode inline.
   *
   * This is only needed as serde-json-{core,wasm} has a horrible encoding for Vec<u8>. See also <https://github.com/CosmWasm/cosmwasm/blob/main/docs/MESSAGE_TYPES.md>.
   */
  export type Binary = string

  /** Describes a KV key for which you want to get value from the storage on remote chain */
  export type KVKey = {
    /** *key** is a key you want to read from the storage */
    key: Binary
    /** *path** is a path to the storage (storage prefix) where you want to read value by key (usually name of cosmos-packages module: 'staking', 'bank', etc.) */
    path: string
  }

  /** What can be asked: a kind of the library each, and keys as they are. */
  export type What = {
    balances: {
      addr: string
      denoms: string[]
    }
  } | {
    total_supply: {
      denoms: string[]
    }
  } | {
    fee_pool: Record<string, never>
  } | {
    proposals: {
      ids: number[]
    }
  } | {
    votes: {
      ids: number[]
      voters: string[]
    }
  } | {
    validators: {
      validators: string[]
    }
  } | {
    signing_infos: {
      validators: string[]
    }
  } | {
    delegations: {
      delegator: string
      validators: string[]
    }
  } | {
    unbonding_delegations: {
      delegator: string
      validators: string[]
    }
  } | {
    wasm_store: {
      contract: string
      key: Binary
    }
  } | {
    transfers: {
      min_height?: number | null
      recipient: string
    }
  } | {
    keys: {
      keys: KVKey[]
    }
  }

  export type QueryMsg = {
    balances: {
      query_id: number
    }
  } | {
    total_supply: {
      query_id: number
    }
  } | {
    fee_pool: {
      query_id: number
    }
  } | {
    proposals: {
      query_id: number
    }
  } | {
    votes: {
      query_id: number
    }
  } | {
    validators: {
      query_id: number
    }
  } | {
    signing_infos: {
      query_id: number
    }
  } | {
    delegations: {
      query_id: number
    }
  } | {
    unbonding_delegations: {
      query_id: number
    }
  } | {
    /** Keys and values as they came. */
    values: {
      query_id: number
    }
  } | {
    /** What the last call back of a query of balances saw. */
    seen: {
      query_id: number
    }
  }

  export type BalanceResponse = {
    balances: Balances
    last_submitted_local_height: number
  }

  /** A structure that can be reconstructed from **StorageValues**'s for the **Balance Interchain Query**. Contains amounts of coins that are held by some account on remote chain. */
  export type Balances = {
    coins: Coin[]
  }

  export type DelegatorDelegationsResponse = {
    delegations: StdDelegation[]
    last_submitted_local_height: number
  }

  /**
   * A human readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multi-chain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  /**
   * Delegation is basic (cheap to query) data about a delegation.
   *
   * Instances are created in the querier.
   */
  export type StdDelegation = {
    /** How much we have locked in the delegation */
    amount: Coin
    delegator: Addr
    /** A validator address (e.g. cosmosvaloper1...) */
    validator: string
  }

  export type FeePoolResponse = {
    last_submitted_local_height: number
    pool: FeePool
  }

  /** A structure that can be reconstructed from **StorageValues**'s for the **Fee Pool Interchain Query**. Contains coins that are held by some account on remote chain. */
  export type FeePool = {
    coins: Coin[]
  }

  export type ProposalResponse = {
    last_submitted_local_height: number
    proposals: GovernmentProposal
  }

  /** A structure that can be reconstructed from **StorageValues**'s for the **Government Proposal Interchain Query**. Contains coins that are held by some account on remote chain. */
  export type GovernmentProposal = {
    proposals: Proposal[]
  }

  /** Proposal defines the core field members of a governance proposal. */
  export type Proposal = {
    deposit_end_time?: number | null
    final_tally_result?: TallyResult | null
    proposal_id: number
    proposal_type?: string | null
    status: number
    submit_time?: number | null
    total_deposit: Coin[]
    voting_end_time?: number | null
    voting_start_time?: number | null
  }

  /** TallyResult defines a standard tally for a governance proposal. */
  export type TallyResult = {
    abstain: Uint128
    no: Uint128
    no_with_veto: Uint128
    yes: Uint128
  }

  export type NullableSeen = Seen | null

  export type Seen = {
    coins: Coin[]
    threshold_reached: boolean
  }

  export type ValidatorSigningInfoResponse = {
    last_submitted_local_height: number
    signing_infos: SigningInfo
  }

  /** A structure that can be reconstructed from **StorageValues**'s for the **Staking Validator Interchain Query**. Contains validator info from remote chain. */
  export type SigningInfo = {
    signing_infos: ValidatorSigningInfo[]
  }

  /** Validator structure for the querier. Contains validator signing info from `slashing` module */
  export type ValidatorSigningInfo = {
    address: string
    /** Index which is incremented each time the validator was a bonded in a block and may have signed a precommit or not. This in conjunction with the `SignedBlocksWindow` param determines the index in the `MissedBlocksBitArray`. */
    index_offset: number
    /** Timestamp until which the validator is jailed due to liveness downtime. */
    jailed_until?: number | null
    /** A counter kept to avoid unnecessary array reads. Note that `Sum(MissedBlocksBitArray)` always equals `MissedBlocksCounter`. */
    missed_blocks_counter: number
    /** Height at which validator was first a candidate OR was unjailed */
    start_height: number
    /** Whether or not a validator has been tombstoned (killed out of validator set). It is set once the validator commits an equivocation or for any other configured misbehiavor. */
    tombstoned: boolean
  }

  export type TotalSupplyResponse = {
    last_submitted_local_height: number
    supply: TotalSupply
  }

  /** A structure that can be reconstructed from **StorageValues**'s for the **Bank Total Interchain Query**. Contains total supply for specific denom that are held on remote chain. */
  export type TotalSupply = {
    coins: Coin[]
  }

  export type DelegatorUnbondingDelegationsResponse = {
    last_submitted_local_height: number
    unbonding_delegations: UnbondingDelegations
  }

  /**
   * A point in time in nanosecond precision.
   *
   * This type can represent times from 1970-01-01T00:00:00Z to 2554-07-21T23:34:33Z.
   *
   * ## Examples
   *
   * ``` # use cosmwasm_std::Timestamp; let ts = Timestamp::from_nanos(1_000_000_202); assert_eq!(ts.nanos(), 1_000_000_202); assert_eq!(ts.seconds(), 1); assert_eq!(ts.subsec_nanos(), 202);
   *
   * let ts = ts.plus_seconds(2); assert_eq!(ts.nanos(), 3_000_000_202); assert_eq!(ts.seconds(), 3); assert_eq!(ts.subsec_nanos(), 202); ```
   */
  export type Timestamp = Uint64

  /**
   * A thin wrapper around u64 that is using strings for JSON encoding/decoding, such that the full u64 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u64` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint64; let a = Uint64::from(42u64); assert_eq!(a.u64(), 42);
   *
   * let b = Uint64::from(70u32); assert_eq!(b.u64(), 70); ```
   */
  export type Uint64 = string

  /** A structure that can be reconstructed from **StorageValues**'s for the **Delegator Unbonding Delegation Interchain Query**. Contains unbonding delegations which some delegator has on remote chain. */
  export type UnbondingDelegations = {
    unbonding_responses: UnbondingResponse[]
  }

  /** Represents a single unbonding delegation from some validator to some delegator on remote chain */
  export type UnbondingEntry = {
    /** Amount of tokens to be unbonded at **completion_time** */
    balance: Uint128
    /** Point of time representing completion of unbonding delegation */
    completion_time?: Timestamp | null
    /** Block height on remote network at which the undelegation was initiated */
    creation_height: number
    /** Amount of tokens initially scheduled to receive at completion */
    initial_balance: Uint128
  }

  /** Contains unbonding delegations which some delegator has on remote chain */
  export type UnbondingResponse = {
    delegator_address: Addr
    entries: UnbondingEntry[]
    validator_address: string
  }

  export type ValidatorResponse = {
    last_submitted_local_height: number
    validator: StakingValidator
  }

  /**
   * A fixed-point decimal value with 18 fractional digits, i.e. Decimal(1_000_000_000_000_000_000) == 1.0
   *
   * The greatest possible value that can be represented is 340282366920938463463.374607431768211455 (which is (2^128 - 1) / 10^18)
   */
  export type Decimal = string

  /** A structure that can be reconstructed from **StorageValues**'s for the **Staking Validator Interchain Query**. Contains validator info from remote chain. */
  export type StakingValidator = {
    validators: Validator[]
  }

  /** Validator structure for the querier. Contains validator from staking module */
  export type Validator = {
    /** consensus_pubkey is the consensus public key of the validator, as a Protobuf Any. */
    consensus_pubkey?: number[] | null
    /** delegator_shares defines total shares issued to a validator's delegators. */
    delegator_shares: string
    /** details define other optional details. */
    details?: string | null
    /** identity defines an optional identity signature (ex. UPort or Keybase). */
    identity?: string | null
    /** jailed defined whether the validator has been jailed from bonded status or not. */
    jailed: boolean
    /** max_change_rate defines the maximum daily increase of the validator commission, as a fraction. */
    max_change_rate?: Decimal | null
    /** max_rate defines the maximum commission rate which validator can ever charge, as a fraction. */
    max_rate?: Decimal | null
    /** min_self_delegation is the validator's self declared minimum self delegation. */
    min_self_delegation: Decimal
    /** moniker defines a human-readable name for the validator. */
    moniker?: string | null
    operator_address: string
    /** rate is the commission rate charged to delegators, as a fraction. */
    rate?: Decimal | null
    /** security_contact defines an optional email for security contact. */
    security_contact?: string | null
    /** status is the validator status (bonded/unbonding/unbonded). */
    status: number
    /** tokens define the delegated tokens (incl. self-delegation). */
    tokens: string
    /** unbonding_height defines, if unbonding, the height at which this validator has begun unbonding. */
    unbonding_height: number
    /** unbonding_time defines, if unbonding, the min time for the validator to complete unbonding. */
    unbonding_time?: number | null
    /** update_time is the last time the commission rate was changed. */
    update_time?: number | null
    /** website defines an optional website link. */
    website?: string | null
  }

  export type ArrayOfStorageValue = StorageValue[]

  /** Describes value in the Cosmos-SDK KV-storage on remote chain */
  export type StorageValue = {
    /** *key** is a key under which the **value** is stored in the storage on remote chain */
    key: Binary
    /** *storage_prefix** is a path to the storage (storage prefix) where you want to read value by key (usually name of cosmos-packages module: 'staking', 'bank', etc.) */
    storage_prefix: string
    /** *value** is a value which is stored under the **key** in the storage on remote chain */
    value: Binary
  }

  export type ProposalVotesResponse = {
    last_submitted_local_height: number
    votes: GovernmentProposalVotes
  }

  /** A structure that can be reconstructed from **StorageValues**'s for the **Government Proposal Votes Interchain Query**. */
  export type GovernmentProposalVotes = {
    proposal_votes: ProposalVote[]
  }

  /** Proposal vote defines the core field members of a governance proposal votes. */
  export type ProposalVote = {
    options: WeightedVoteOption[]
    proposal_id: number
    voter: string
  }

  /** Proposal vote option defines the members of a governance proposal vote option. */
  export type WeightedVoteOption = {
    option: number
    weight: string
  }
}

/** The contract remote_vault: `deploy<RemoteVault>('….wasm', …)`. */
export interface RemoteVault {
  instantiate: RemoteVault.InstantiateMsg
  execute: RemoteVault.ExecuteMsg
  query: RemoteVault.QueryMsg
  migrate: never
  answers: {
    account: RemoteVault.Account
    claims: RemoteVault.ClaimsResponse
    config: RemoteVault.Config
    state: RemoteVault.StateResponse
  }
}

export declare namespace RemoteVault {
  export type InstantiateMsg = {
    /** Who may `configure`, and owns what is given to the account on the other chain; the sender when left out. */
    admin?: string | null
    /** The transfer channels to the other chain. What is withdrawn comes back over the first. */
    channels: Channel[]
    connection_id: string
    /** Denomination on the other chain. */
    denom: string
    /** Whether the channel of the account is ordered; it is when left out. */
    ordered?: boolean | null
    /** Seconds that a packet may take: 60 to 15,768,000; 600 when left out. */
    timeout?: number | null
    /** Of the other chain, with its prefix. */
    validator: string
  }

  export type Channel = {
    /** What the other chain's coin is called here when it came over this channel. */
    denom: string
    /** This chain's end. */
    id: string
    /** The other chain's end. */
    remote: string
  }

  export type ExecuteMsg = {
    /** Opens the account's channel, for the first time or after it was closed. The coins sent along are the chain's fee. */
    register: Record<string, never>
  } | {
    /** Registers the queries for the account's delegation and for transfers to it, once. The chain's deposits are to be sent along. */
    watch: Record<string, never>
  } | {
    /** Deposits all coins sent along that the channel brings home. The fee for the relayer is to be sent along. */
    deposit: {
      channel: string
    }
  } | {
    /** Several deposits at once, each by a packet of its own. A fee for each is to be sent along. */
    deposit_parts: {
      parts: Part[]
    }
  } | {
    /** Asks for so much back. It is paid by `collect` once it has come back. */
    withdraw: {
      amount: Uint128
    }
  } | {
    /** Does the next thing that is to be done on the other chain, if any: anyone may. The fee for the relayer is to be sent along. */
    tick: Record<string, never>
  } | {
    /** Pays what the sender has to get. */
    collect: Record<string, never>
  } | {
    /** Has a failed callback delivered again: anyone may. */
    resubmit: {
      failure_id: number
    }
  } | {
    /** By the admin: the channel over which coins come back, and the seconds that a packet may take. */
    configure: {
      home?: string | null
      timeout?: number | null
    }
  }

  export type Part = {
    amount: Uint128
    channel: string
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type QueryMsg = {
    /** What an actor could get out in all, fees that come back aside. */
    claims: {
      actor: string
    }
  } | {
    account: {
      actor: string
    }
  } | {
    state: Record<string, never>
  } | {
    config: Record<string, never>
  }

  /** A depositor. */
  export type Account = {
    /** What could not be paid when it was due. */
    owed: Coin[]
    /** In deposits that are on their way. */
    sending: Uint128
    /** Of the pool. */
    shares: Uint128
    withdrawal?: Withdrawal | null
  }

  export type Coin = {
    amount: Uint128
    denom: string
  }

  export type Withdrawal = {
    amount: Uint128
    batch: number
  }

  export type ClaimsResponse = {
    coins: Coin[]
  }

  export type Config = {
    admin: Addr
    channels: Channel[]
    connection_id: string
    denom: string
    /** Index of the channel over which coins come back. */
    home: number
    ordered: boolean
    timeout: number
    validator: string
  }

  /**
   * A human readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multi-chain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  export type StateResponse = {
    /** The account's address on the other chain, once its channel was opened. */
    account?: string | null
    /** The account's packet that is on its way, or that failed and is to be sent again. */
    flight?: Flight | null
    pool: Pool
    watched?: Watched | null
  }

  export type Batch = {
    amount: Uint128
    id: number
  }

  /** What was put aside for the relayers of a packet; the half that is not needed comes back. */
  export type Fee = {
    ack?: Coin | null
    timeout?: Coin | null
  }

  export type Flight = {
    channel: string
    /** Failed, and to be sent again. */
    failed: boolean
    operation: Operation
    sequence: number
  }

  export type Leaving = {
    batch: Batch
    step: Step
  }

  /** What a packet to the account is to do. */
  export type Operation = {
    amount: Uint128
    fee: Fee
    payer: Addr
    retries: boolean
    /** What comes back to the pool when it fails for good. */
    taken: Uint128
    task: Task
  }

  /** What the shares stand for, and what leaves it. */
  export type Pool = {
    /** Withdrawals that wait for their batch to begin. */
    collecting: Batch
    delegated: Uint128
    /** What the delegation is known to have earned. */
    earned: Uint128
    /** All that was ever delegated: no delegation can be greater unless it earned something. */
    ever_delegated: Uint128
    /** The batch that is on its way back. */
    leaving?: Leaving | null
    /** On the account and not delegated. */
    liquid: Uint128
    shares: Uint128
  }

  export type Step = {
    /** So much of it is to be undelegated. */
    delegated: {
      amount: Uint128
    }
  } | {
    /** On the account, from then on (seconds). */
    unbonding: {
      until: number
    }
  } | {
    /** Sent back; it cannot come any more from then on (nanoseconds). */
    returning: {
      denom: string
      until: number
    }
  }

  export type Task = "delegate" | "undelegate" | {
    return: {
      denom: string
      until: number
    }
  }

  export type Watched = {
    kv: number
    tx: number
  }
}

/** The contract savings_club: `deploy<SavingsClub>('….wasm', …)`. */
export interface SavingsClub {
  instantiate: SavingsClub.InstantiateMsg
  execute: SavingsClub.ExecuteMsg
  query: SavingsClub.QueryMsg
  migrate: never
  answers: {
    points: SavingsClub.Uint64
    saved: SavingsClub.SavedResponse
  }
}

export declare namespace SavingsClub {
  export type InstantiateMsg = {
    /** The transfer channel to the other chain. */
    channel: string
    connection_id: string
    /** What members save. */
    denom: string
  }

  export type ExecuteMsg = {
    /** Adds the coins that are sent along to the sender's savings. */
    save: Record<string, never>
  } | {
    withdraw: {
      amount: Uint128
    }
  } | {
    /** Sends savings to an account on the other chain. What cannot be delivered becomes savings again. */
    send: {
      amount: Uint128
      to: string
    }
  } | {
    /** Sends the coins that come along to an account on the other chain. What cannot be delivered becomes the sender's savings. */
    tip: {
      to: string
    }
  } | {
    /** From now on, each proof of the account's balance is a point for all members. */
    watch: {
      account: string
    }
  } | {
    resubmit: {
      failure_id: number
    }
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type QueryMsg = {
    saved: {
      member: string
    }
  } | {
    points: {
      member: string
    }
  }

  export type Uint64 = number

  export type SavedResponse = {
    amount: Uint128
  }
}

/** The contract ticket_office: `deploy<TicketOffice>('….wasm', …)`. */
export interface TicketOffice {
  instantiate: TicketOffice.InstantiateMsg
  execute: TicketOffice.ExecuteMsg
  query: TicketOffice.QueryMsg
  migrate: never
  answers: {
    claims: TicketOffice.ClaimsResponse
    packet: TicketOffice.Packet
    ticket: TicketOffice.Ticket
  }
}

export declare namespace TicketOffice {
  export type InstantiateMsg = Record<string, never>

  export type ExecuteMsg = {
    /** Buys a ticket for the untrn that come along */
    buy: Record<string, never>
  } | {
    /** Takes a seat for an open ticket. By its owner; no two tickets have the same seat */
    open_seat: {
      seat: number
      ticket_id: number
    }
  } | {
    /** Sends seated tickets of one owner to the other office. By their owner */
    dispatch: {
      ids: number[]
    }
  } | {
    /** Takes back the tickets of a packet that failed. By who sent it */
    recover: {
      packet_id: number
    }
  } | {
    /** Marks the tickets of a packet that arrived as used. By anyone */
    settle: {
      packet_id: number
    }
  } | {
    /** Pays used tickets out to their owners. By anyone, all used tickets at once, of at least two owners */
    sweep: {
      ids: number[]
    }
  } | {
    /** Opens a jar under a name of the sender's choice */
    open_jar: {
      name: string
    }
  } | {
    /** Puts an open ticket of the sender into a jar of the sender, which closes both */
    watch_jar: {
      jar: string
      ticket_id: number
    }
  }

  export type QueryMsg = {
    /** What an account paid for tickets and did not get back */
    claims: {
      actor: string
    }
  } | {
    ticket: {
      id: number
    }
  } | {
    packet: {
      id: number
    }
  }

  export type ClaimsResponse = {
    amount: Uint128
  }

  /**
   * A thin wrapper around u128 that is using strings for JSON encoding/decoding, such that the full u128 range can be used for clients that convert JSON numbers to floats, like JavaScript and jq.
   *
   * # Examples
   *
   * Use `from` to create instances of this and `u128` to get the value out:
   *
   * ``` # use cosmwasm_std::Uint128; let a = Uint128::from(123u128); assert_eq!(a.u128(), 123);
   *
   * let b = Uint128::from(42u64); assert_eq!(b.u128(), 42);
   *
   * let c = Uint128::from(70u32); assert_eq!(c.u128(), 70); ```
   */
  export type Uint128 = string

  export type Packet = {
    sender: Addr
    status: PacketStatus
    tickets: number[]
  }

  /**
   * A human-readable address.
   *
   * In Cosmos, this is typically bech32 encoded. But for multichain smart contracts no assumptions should be made other than being UTF-8 encoded and of reasonable length.
   *
   * This type represents a validated address. It can be created in the following ways 1. Use `Addr::unchecked(input)` 2. Use `let checked: Addr = deps.api.addr_validate(input)?` 3. Use `let checked: Addr = deps.api.addr_humanize(canonical_addr)?` 4. Deserialize from JSON. This must only be done from JSON that was validated before such as a contract's state. `Addr` must not be used in messages sent by the user because this would result in unvalidated instances.
   *
   * This type is immutable. If you really need to mutate it (Really? Are you sure?), create a mutable copy using `let mut mutable = Addr::to_string()` and operate on that `String` instance.
   */
  export type Addr = string

  export type PacketStatus = "waiting" | "arrived" | "failed"

  export type Ticket = {
    owner: Addr
    paid: Uint128
    seat?: number | null
    status: Status
  }

  export type Status = "open" | "seated" | "sent" | "used" | "closed"
}
