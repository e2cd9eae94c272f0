import { toUtf8, UsageError } from '../../base/index.js'
import { moduleAddress } from '../../modules/auth/index.js'
import { placeDouble } from '../../modules/wasm/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { DoubleAction } from './actions.js'
import { deliverCall } from './callback.js'
import { DEFAULT_GAS_LIMIT } from './deliver.js'
import type { TxResult } from './result.js'

/** The creator of doubles when none is given; no real chain has this address. */
const CREATOR = moduleAddress('sudoboxdoubles')

/**
 * Puts a double in its place, in a block of its own.
 * @throws UsageError for an unknown double, or options that do not apply to a replaced contract; TxError when its `instantiate` fails
 */
export function deliverDouble(host: ChainHost, action: DoubleAction): TxResult {
  const { app, labels } = host
  const { name, label = name, at, admin, creator, msg, msgText } = action
  const checksum = app.doubles.checksumOf(name)
  if (checksum === undefined) throw missing(host, name)
  const bytesOf = (who: string): Uint8Array => app.address(host.addressOf(who) ?? who)
  const place = at === undefined ? undefined : (labels.contractAddress(at) ?? host.addressOf(at) ?? at)
  const replaced = place === undefined ? undefined : labels.contractAddress(place)
  if (replaced !== undefined) refuseForReplaced(replaced, action)
  const double = {
    checksum,
    label,
    creator: creator === undefined ? CREATOR : bytesOf(creator),
    admin: admin === undefined ? undefined : bytesOf(admin),
    msg: toUtf8(msgText ?? JSON.stringify(msg ?? {})),
    at: place === undefined ? undefined : app.address(place),
  }
  const call = { gasLimit: DEFAULT_GAS_LIMIT, trace: host.recorder() }
  const result = deliverCall(host, call, (ctx) => void placeDouble(app.wasm, ctx, double))
  labels.learn(result.events)
  return result
}

function refuseForReplaced(address: string, { label, admin, creator, msg, msgText }: DoubleAction): void {
  const given = Object.entries({ label, admin, creator, msg: msg ?? msgText }).find(([, value]) => value !== undefined)
  if (given !== undefined)
    throw new UsageError(`the contract at ${address} keeps what it was instantiated with; a double takes its place`, {
      details: [`given: ${given[0]}`, `right: mock({ … }, { address: '${address}' })`],
    })
}

const missing = ({ key }: ChainHost, name: string): UsageError =>
  new UsageError(`the double "${name}" of ${key} is code of a test, which a file or an action cannot contain`, {
    details: [
      `right: sandbox.chains.${key}.mock({ … }), which makes it known`,
      `right, for a fixture: replay(fixture, file, { doubles: { ${key}: { ${JSON.stringify(name)}: { … } } } })`,
    ],
  })
