import { alternate } from '../harness/alternate.js'
import { inProcess, type Contender } from '../harness/contender.js'
import { installPeers } from '../harness/peers.js'
import { row, type Row } from '../harness/rows.js'
import type { BenchOptions } from '../run.js'
import { readModule, timedScripts } from './cases.js'
import { cryptographyContract } from './cryptography.js'
import { nativeContender } from './native.js'

const OURS = 'ours'
const NATIVE = 'cosmwasm-vm 3.0.10, native'
const ORAICHAIN = '@oraichain/cosmwasm-vm-js 0.2.91, no metering'

const perSecond = (us: number): number => 1_000_000 / us
const milliseconds = (us: number): number => us / 1000

interface Line {
  readonly name: string
  readonly peer: string
  readonly ours: string
  /** The peer's case, where it is another. */
  readonly theirs?: string
  readonly figure: (us: number) => number
}

const SMALL = [
  ['cw20 query', 'cw20_base/small query'],
  ['cw20 execute', 'cw20_base/small execute'],
  ['callback_lab query', 'callback_lab/small query'],
  ['callback_lab sudo', 'callback_lab/small sudo'],
  ['callback_lab panic', 'callback_lab/panic'],
] as const
const CRYPTOGRAPHY = cryptographyContract().steps.map(([name]) => [name, `cryptography/${name}`] as const)
const COMPUTE = [
  ['callback_lab, 100,000 SDK gas', 'callback_lab/compute 100000 SDK gas'],
  ['callback_lab, loop to 1,000,000 SDK gas', 'callback_lab/compute to the limit'],
  ['callback_lab, memory to the limit', 'callback_lab/allocate to the limit'],
  ['mixing of 1 MiB like argon2', 'mixing/mix'],
] as const

/** Our VM beside the native one and a peer in JavaScript. */
export async function vmBench({ rounds }: BenchOptions): Promise<Row[]> {
  const scripts = await timedScripts()
  const pairs = scripts.map(({ name, path }) => `${name}=${path}`)
  const contenders: Contender[] = [inProcess(OURS, new URL('ours.js', import.meta.url), pairs)]
  const add = (name: string, contender: Contender | string): void => {
    if (typeof contender === 'string') console.error(`${name}: ${contender}`)
    else contenders.push(contender)
  }
  add(NATIVE, nativeContender(NATIVE, scripts))
  const peers = new URL('oraichain.js', import.meta.url)
  add(ORAICHAIN, installPeers() ?? inProcess(ORAICHAIN, peers, pairs.slice(0, 1)))

  const figures = await alternate(contenders, rounds)
  const line = ({ name, peer, ours, theirs = ours, figure }: Line): Row => {
    const their = figures.get(peer)?.[theirs]
    return row(name, figure(figures.get(OURS)![ours]!), their === undefined ? undefined : figure(their), peer)
  }
  const megabytes = (name: string): ((us: number) => number) => {
    const { length } = readModule(scripts.find((script) => script.name === name)!.path)
    return (us) => length / us
  }
  const small = SMALL.slice(0, 2)
  return [
    ...SMALL.map(([name, key]) => ({
      name: `${name}, clean memory, calls/s`,
      peer: NATIVE,
      ours: key,
      figure: perSecond,
    })),
    ...[...COMPUTE, ...CRYPTOGRAPHY].map(([name, key]) => ({
      name: `${name}, ms`,
      peer: NATIVE,
      ours: key,
      figure: milliseconds,
    })),
    ...['cw20_base', 'callback_lab'].map((name) => ({
      name: `${name}, check, instrument, compile, MB/s`,
      peer: NATIVE,
      ours: `${name}/compile`,
      figure: megabytes(name),
    })),
    ...small.map(([name, key]) => ({
      name: `${name}, clean memory, calls/s`,
      peer: ORAICHAIN,
      ours: key,
      theirs: `${key}/clean`,
      figure: perSecond,
    })),
    ...small.map(([name, key]) => ({
      name: `${name}, ours clean, peer's memory never cleaned, calls/s`,
      peer: ORAICHAIN,
      ours: key,
      figure: perSecond,
    })),
    ...small.map(([name, key]) => ({
      name: `${name}, ours clean where it was touched, peer's memory never cleaned, calls/s`,
      peer: ORAICHAIN,
      ours: `${key}/touched`,
      theirs: key,
      figure: perSecond,
    })),
  ].map(line)
}
