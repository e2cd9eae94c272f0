import { type Command } from 'commander'
import type { CargoOptions } from '../../build/index.js'

/** The flags that are passed on to Cargo. */
export interface CargoFlags {
  readonly features?: readonly string[]
  readonly allFeatures?: boolean
  readonly defaultFeatures?: boolean
  readonly locked?: boolean
  readonly offline?: boolean
  readonly workspace?: boolean
}

const addFeatures = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(/[\s,]+/).filter((feature) => feature !== ''),
]

export const withCargoOptions = (command: Command): Command =>
  command
    .option('--workspace', 'all crates of the workspace')
    .option('-F, --features <list>', 'features of the crates, separated by commas; repeatable', addFeatures)
    .option('--all-features', 'all features of the crates')
    .option('--no-default-features', 'without the default features of the crates')
    .option('--locked', 'fail instead of changing Cargo.lock')
    .option('--offline', 'do not use the network')

export const cargoOptions = ({
  features,
  allFeatures,
  defaultFeatures,
  locked,
  offline,
}: CargoFlags): CargoOptions => ({
  ...(features && { features }),
  ...(allFeatures !== undefined && { allFeatures }),
  ...(defaultFeatures !== undefined && { defaultFeatures }),
  ...(locked !== undefined && { locked }),
  ...(offline !== undefined && { offline }),
})
