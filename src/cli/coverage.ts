import { InvalidArgumentError, type Command } from 'commander'
import { join, relative } from 'node:path'
import type { CountedCode, CoverageThresholds } from '../coverage/index.js'

/** Flags of commands that can count coverage. */
export interface CoverageFlags {
  readonly coverage?: boolean
  readonly coverageDir?: string
  readonly coverageMin?: CoverageThresholds
}

const MEASURES: readonly string[] = ['lines', 'functions', 'branches']

function thresholds(text: string): CoverageThresholds {
  const pairs = text.split(',').map((part) => part.split('='))
  for (const [name = '', percent = ''] of pairs)
    if (!MEASURES.includes(name) || !/^\d+(\.\d+)?$/.test(percent) || Number(percent) > 100)
      throw new InvalidArgumentError('Must be like lines=80,functions=90,branches=60: percentages, each at most once.')
  return Object.fromEntries(pairs.map(([name, percent]) => [name, Number(percent)]))
}

export const withCoverage = (command: Command): Command =>
  command
    .option('--coverage', "record which lines of the contracts' Rust code run: print a table, write lcov and HTML")
    .option(
      '--coverage-dir <folder>',
      'folder for the coverage report; implies --coverage (default: coverage/contracts)',
    )
    .option('--coverage-min <list>', 'minimum percentages, e.g. lines=80,branches=60; implies --coverage', thresholds)

export const countsCoverage = ({ coverage, coverageDir, coverageMin }: CoverageFlags): boolean =>
  coverage === true || coverageDir !== undefined || coverageMin !== undefined

const coverageFolder = ({ coverageDir = 'coverage/contracts' }: CoverageFlags): string => coverageDir

/** Writes the report. Below a threshold, the command fails. @param print undefined: nothing is printed */
export async function reportCoverage(
  codes: readonly CountedCode[],
  flags: CoverageFlags,
  print?: (lines: readonly string[]) => void,
): Promise<void> {
  const { writeCoverage } = await import('../coverage/index.js')
  const folder = coverageFolder(flags)
  const { text, missed } = await writeCoverage(codes, { folder, thresholds: flags.coverageMin ?? {} })
  const short = relative(process.cwd(), folder)
  print?.([...text.split('\n'), `${join(short, 'index.html')}, ${join(short, 'lcov.info')}`, ''])
  for (const one of missed) console.error(`contract coverage: ${one}`)
  if (missed.length > 0) process.exitCode = 1
}
