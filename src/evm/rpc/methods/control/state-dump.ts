import { gunzipSync, gzipSync } from 'node:zlib'
import { toUtf8 } from '../../../../base/index.js'
import { refuse } from '../../../errors.js'
import { hex, quantity, unhex, word, type Hex } from '../../../hex.js'
import { codeAt } from '../../../state/view.js'
import { trieEntries } from '../../../state/trie.js'
import { method, required, type Call, type InTurn, type Method } from '../../table.js'
import { address, data, maybe, numeric, object, record, slot, type Validator } from '../../../validate.js'

/** The largest size of an unpacked dump, in bytes. */
const MAX_DUMP = 256 * 1024 * 1024

const storage: Validator<ReadonlyMap<bigint, bigint>> = (value, path) => {
  const slots = record<string, bigint>((key, at) => word(slot(key, at)), slot)(value, path)
  return new Map(Object.entries(slots).map(([key, one]) => [BigInt(key), one]))
}

const dump = object({
  accounts: record(
    address,
    object({ nonce: maybe(numeric), balance: maybe(numeric), code: maybe(data), storage: maybe(storage) }),
  ),
})

/** A dump as bytes, gzipped or not: the JSON of `dumpState`; of Anvil's dumps the accounts are read. */
const packed: Validator<ReturnType<typeof dump>> = (value, path) => {
  const bytes = unhex(data(value, path))
  let json: unknown
  try {
    const plain = bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: MAX_DUMP }) : bytes
    json = JSON.parse(Buffer.from(plain).toString('utf8'))
  } catch {
    throw refuse('failed to decode state: want the JSON of a state, packed or not')
  }
  return dump(json, path)
}

function dumpState({ chain }: Call): Hex {
  const { head } = chain.blocks
  const view = chain.view(head)
  const accounts = [...trieEntries(chain.state.roots.at(head.version, view))].map(({ value: { data } }) => [
    data.address,
    {
      nonce: Number(view.account(data.address)?.nonce ?? 0n),
      balance: quantity(view.balance(data.address)),
      code: hex(codeAt(view, data.address)),
      storage: Object.fromEntries(
        [...trieEntries(data.storage)].map(({ value }) => [
          word(value.data),
          word(view.storage(data.address, value.data)),
        ]),
      ),
    },
  ])
  const state = { best_block_number: quantity(head.number), accounts: Object.fromEntries(accounts) as unknown }
  return hex(gzipSync(toUtf8(JSON.stringify(state))))
}

async function loadState({ chain, turn }: Call & InTurn, { accounts }: ReturnType<typeof dump>): Promise<true> {
  await chain.change(turn, (state) => {
    for (const [name, { nonce, balance, code, storage }] of Object.entries(accounts)) {
      const account = name as Hex
      state.setCode(account, unhex(code ?? '0x'))
      state.setAccount(account, { nonce: nonce ?? 0n, codeHash: state.account(account)!.codeHash })
      state.setBalance(account, balance ?? 0n)
      for (const [slot, value] of storage ?? []) state.setStorage(account, slot, value)
    }
  })
  return true
}

/** Dumps of the state, which another node can load. Names and form as in Anvil. */
export const stateFileMethods: readonly Method[] = ['anvil', 'hardhat', 'ganache'].flatMap((spelling) => [
  method(`${spelling}_dumpState`, {
    status: 'none',
    doc: 'All accounts after the newest block: gzipped JSON, as hex.',
    handle: dumpState,
  }),
  method(`${spelling}_loadState`, {
    status: 'none',
    changes: true,
    params: [required('state', packed)],
    doc: 'Loads the accounts of a dump into the state and replaces existing ones; blocks stay as they are.',
    handle: loadState,
  }),
])
