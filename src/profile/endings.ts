import { UsageError } from '../base/index.js'

/** Endings of the files that `GasProfile.write` writes, and names of the formats. */
export type GasProfileFormat = '.html' | '.speedscope.json' | '.pb.gz' | '.folded'

const PROFILE_ENDINGS: readonly GasProfileFormat[] = ['.html', '.speedscope.json', '.pb.gz', '.folded']

/** @throws UsageError for a file whose ending names no format */
export function profileEnding(file: string): GasProfileFormat {
  const ending = PROFILE_ENDINGS.find((one) => file.endsWith(one))
  if (ending === undefined)
    throw new UsageError(`the ending of ${file} names no format of a gas profile`, {
      details: [`right: a file that ends in ${PROFILE_ENDINGS.join(', ')}`],
    })
  return ending
}
