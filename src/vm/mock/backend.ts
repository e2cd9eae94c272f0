import { refuseUnknown } from '../../base/index.js'
import type { Backend } from '../backend.js'
import { MockApi } from './api.js'
import { MockQuerier, type MockBalances } from './querier.js'
import { MockStorage } from './storage.js'

/** A backend in memory, as for the native crate's tests and VM scripts. Source: cosmwasm-vm `testing/mock.rs`. */
export function mockBackend(balances: MockBalances = {}): Backend {
  refuseUnknown('mockBackend', [balances])
  return { storage: new MockStorage(), api: new MockApi(), querier: new MockQuerier(balances) }
}

/** Env and info of the native mock as serde writes them. Source: cosmwasm-vm `testing/mock.rs` (`mock_env`, `mock_info`). */
export const MOCK_ENV =
  '{"block":{"height":12345,"time":"1571797419879305533","chain_id":"cosmos-testnet-14002"},"transaction":{"index":3,"hash":"5UadrOwXzviiYP03Z17Yfn+2orWtlRk8UTCABsfklLM="},"contract":{"address":"cosmwasm1jpev2csrppg792t22rn8z8uew8h3sjcpglcd0qv9g8gj8ky922tscp8avs"}}'
/** The default `info` of calls, as JSON: always the same sender, without funds. */
export const MOCK_INFO = '{"sender":"cosmwasm1h34lmpywh4upnjdg90cjf4j70aee6z8qqfspugamjp42e4q28kqs8s7vcp","funds":[]}'
