import { UsageError } from '../../../base/index.js'
import { Mismatch, maybe, number, type Validator } from '../../validate.js'

const whole: Validator<number> = (value, path) => {
  const read = number(value, path)
  if (!Number.isSafeInteger(read) || read < 0) throw new Mismatch(path, `want a whole number of 0 or more, not ${read}`)
  return read
}

const begins = maybe(whole)

/** The block at which each fork activates, by its name in a genesis file. */
export const forkBlocks = {
  homesteadBlock: begins,
  daoForkBlock: begins,
  eip150Block: begins,
  eip155Block: begins,
  eip158Block: begins,
  byzantiumBlock: begins,
  constantinopleBlock: begins,
  petersburgBlock: begins,
  istanbulBlock: begins,
  muirGlacierBlock: begins,
  berlinBlock: begins,
  londonBlock: begins,
  arrowGlacierBlock: begins,
  grayGlacierBlock: begins,
  mergeForkBlock: begins,
  mergeNetsplitBlock: begins,
}

/** The time at which each fork activates, in seconds since 1970. */
export const forkTimes = {
  shanghaiTime: begins,
  cancunTime: begins,
  pragueTime: begins,
  osakaTime: begins,
  bpo1Time: begins,
  bpo2Time: begins,
  bpo3Time: begins,
  bpo4Time: begins,
  bpo5Time: begins,
}

type Forks = Readonly<Partial<Record<keyof typeof forkBlocks | keyof typeof forkTimes, number | undefined>>>

const OPTIONAL: readonly string[] = [
  'daoForkBlock',
  'muirGlacierBlock',
  'arrowGlacierBlock',
  'grayGlacierBlock',
  'mergeForkBlock',
  'mergeNetsplitBlock',
  'cancunTime',
  'pragueTime',
  'osakaTime',
  'bpo1Time',
  'bpo2Time',
  'bpo3Time',
  'bpo4Time',
  'bpo5Time',
]

/**
 * Each fork requires those before it. Source of the rule and its texts: go-ethereum params/config.go `CheckConfigForkOrder`.
 * @throws UsageError that names the two forks that are out of order.
 */
export function checkForkOrder(config: Forks): void {
  const refuse = (text: string): never => {
    throw new UsageError(`not a genesis: unsupported fork ordering: ${text}`)
  }
  for (const [kind, names] of [
    ['block', Object.keys(forkBlocks)],
    ['timestamp', Object.keys(forkTimes)],
  ] as const) {
    let last: { readonly name: string; readonly at: number | undefined } | undefined
    for (const name of names as (keyof Forks)[]) {
      const at = config[name]
      if (last !== undefined && at !== undefined) {
        if (last.at === undefined) refuse(`${last.name} not enabled, but ${name} enabled at ${kind} ${at}`)
        else if (last.at > at)
          refuse(`${last.name} enabled at ${kind} ${last.at}, but ${name} enabled at ${kind} ${at}`)
      }
      if (at !== undefined || !OPTIONAL.includes(name)) last = { name, at }
    }
  }
}
