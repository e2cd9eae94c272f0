import { Option, type Command } from 'commander'
import { wholeNumber } from '../output/fuzz-output.js'

/** The flag `--sequences`, for commands that run action sequences. */
export interface SequencesFlags {
  readonly sequences?: number
  /** The earlier name of the flag. */
  readonly stories?: number
}

/** The option `--sequences`; `--stories` is its earlier name. */
export const withSequencesOption = (command: Command, about: string): Command =>
  command
    .option('--sequences <n>', about, wholeNumber(1))
    .addOption(new Option('--stories <n>').argParser(wholeNumber(1)).hideHelp())
