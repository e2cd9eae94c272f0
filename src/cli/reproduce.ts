import { Command } from 'commander'
import { UsageError } from '../base/index.js'
import {
  missingLines,
  readEvidence,
  readWanted,
  reproduce,
  reproduceLive,
  writeLiveReproduction,
  writeReproduction,
} from '../replay/internal.js'
import { forkText, ProgressLine } from './output/progress.js'
import { reproductionJson, reproductionLines } from './output/reproduce-output.js'
import { colorOf, terminal, type Terminal } from './output/terminal.js'
import { collect } from './options/port-options.js'
import { withTrust, type TrustFlags } from './trust.js'
import { vmRelease } from './options/vm-option.js'
import { printText } from './output/plain-text.js'

interface ReproduceFlags extends TrustFlags {
  readonly id?: string
  readonly address?: string
  readonly vm?: string
  readonly out?: string
  readonly json?: boolean
  readonly rpc: readonly string[]
  readonly height?: string
  readonly cache?: string
  readonly verify?: boolean
}

const EXIT_NOT_REPRODUCED = 1

async function run(words: readonly string[], flags: ReproduceFlags, color: boolean | undefined): Promise<void> {
  if (flags.out !== undefined && !/\.(json|ya?ml)$/.test(flags.out))
    throw new UsageError(`--out must be a .json, .yaml or .yml file, not ${JSON.stringify(flags.out)}`)
  const isReproduced = await (flags.rpc.length > 0 ? fromChain : fromFiles)(words, flags, terminal(color))
  if (!isReproduced) process.exitCode = EXIT_NOT_REPRODUCED
}

async function fromFiles(places: readonly string[], flags: ReproduceFlags, out: Terminal): Promise<boolean> {
  const { height, cache, verify } = flags
  const [useless] = Object.entries({ height, cache, verify }).filter(([, value]) => value !== undefined)
  if (useless !== undefined) throw new UsageError(`--${useless[0]} is only for a live chain: it needs --rpc URL`)
  const evidence = readEvidence(places, { id: flags.id, address: flags.address, trust: flags.trust })
  const reproduction = await reproduce(evidence, flags.vm === undefined ? {} : { vm: flags.vm })
  const fixture = flags.out === undefined ? undefined : await writeReproduction(reproduction, flags.out)
  if (flags.json) printText(JSON.stringify(reproductionJson(reproduction, fixture), undefined, 2))
  else {
    for (const line of reproductionLines(reproduction, out)) console.log(line)
    for (const line of reproduction.missing.flatMap(missingLines)) console.log(out.colors.yellow(line))
    if (fixture !== undefined) console.log(`written to ${flags.out}: sudobox replay ${flags.out}`)
  }
  return reproduction.isReproduced
}

async function fromChain(words: readonly string[], flags: ReproduceFlags, out: Terminal): Promise<boolean> {
  const { rpc, cache, verify, vm } = flags
  const progress = new ProgressLine(out)
  const show = (text: string): void => {
    if (out.live) progress.show(() => text)
  }
  try {
    const reproduction = await reproduceLive(readWanted(words, flags), {
      rpc,
      cache,
      verify,
      vm,
      onStep: show,
      onFork: (progress) => show(forkText(progress)),
    })
    const written = flags.out === undefined ? undefined : await writeLiveReproduction(reproduction, flags.out)
    progress.clear()
    if (flags.json) printText(JSON.stringify(reproductionJson(reproduction, written, reproduction), undefined, 2))
    else {
      for (const line of reproductionLines(reproduction, out, reproduction)) console.log(line)
      console.log(out.colors.dim(`${reproduction.requests} requests`))
      if (written !== undefined)
        console.log(
          `written to ${flags.out} and ${flags.out}.forks, and replayed without the node: sudobox replay ${flags.out}`,
        )
    }
    return reproduction.isReproduced
  } finally {
    progress.clear()
  }
}

/** `sudobox reproduce PLACE…`, `sudobox reproduce --rpc URL CONTRACT FAILURE_ID` */
export function reproduceCommand(): Command {
  return withTrust(new Command('reproduce'))
    .argument(
      '<place...>',
      'downloaded files, or folders with them; with --rpc: a contract and the id of its failure, or the hash of its transaction',
    )
    .option(
      '--rpc <url>',
      'RPC endpoint of the live chain; repeatable: if one fails, the next one is used',
      collect,
      [],
    )
    .option('--height <number>', 'height of the block in which the callback failed (default: found by a search)')
    .option('--verify', 'verify all state that is read against the app hash of the chain')
    .option('--cache <folder>', 'folder that caches the state of the chain (default: ~/.cache/sudobox/forks)')
    .option('--id <number>', 'id of the failure, if there are several')
    .option('--address <contract>', 'address of the contract, if several have failures')
    .option('--vm <release>', 'release of the contract VM (default: that of the live chain)', vmRelease)
    .option('--out <file>', 'write a fixture that `sudobox replay` runs (.json, .yaml)')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
From a live chain, if the node still has the state of the height before the failure:
  sudobox reproduce --rpc https://rpc.example.org neutron1… 0 --out fixtures/bug.json
  sudobox reproduce --rpc https://rpc.example.org TRANSACTION_HASH
It runs the transactions of the block up to the one in which the callback failed, and resubmits the failure on the latest state.
With --out, the state that was read is written next to the fixture, so that it replays without a node.

From files. Required for the contract ADDRESS, all at the height before the failure (curl -H 'x-cosmos-block-height: N'):
  $REST/neutron/contractmanager/failures/ADDRESS              the failures
  $REST/cosmwasm/wasm/v1/contract/ADDRESS                     its contract info
  $REST/cosmwasm/wasm/v1/contract/ADDRESS/state               its state: all pages, one file each
  $REST/cosmwasm/wasm/v1/code/CODE_ID                         its code, or its .wasm
For exact gas:
  $REST/neutron/contractmanager/params                        the sudo limit
  $REST/cosmwasm/wasm/v1/code-info/CODE_ID, /codes/pinned     whether its code is pinned
  $REST/cosmos/base/tendermint/v1beta1/blocks/HEIGHT          height, time and chain id
  $RPC/tx?hash=0xHASH                                         its transaction: index in the block, and bytes
It reports any other data that is missing. Files or folders with the state and the balances of another contract must have its address in the name.

Exit code: 0 the callback failed with the recorded error, 1 the outcome differs, 2 a file is missing or invalid.`,
    )
    .action(async (places: string[], flags: ReproduceFlags, command: Command) => {
      await run(places, flags, colorOf(command))
    })
}
