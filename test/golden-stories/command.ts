import { SudoboxError } from '../../src/base/errors.js'
import { runStory, type StoryStepReport } from './run.js'
import { modulesBeside, readStory } from './story.js'

/** Where the command writes, and further folders with modules. */
export interface StoriesIo {
  readonly write: (line: string) => void
  readonly folders: readonly string[]
}

const short = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}

function printStep(story: string, step: StoryStepReport, write: (line: string) => void): void {
  const place = `${story} step ${step.index} "${step.name}"`
  if (step.verdict === 'out of scope') write(`out of scope: ${place}: ${step.reason}`)
  if (step.verdict === 'differs') write(`differs: ${place}`)
  for (const { path, expected, actual } of step.differences)
    write(`  ${path}\n    expected ${short(expected)}\n    actual   ${short(actual)}`)
}

/** `npm run stories -- FILE…`. @returns exit code: 0 all matched or out of scope, 1 something differs, 2 a story cannot be run */
export function goldenStoriesCommand(files: readonly string[], { write, folders }: StoriesIo): number {
  if (files.length === 0) {
    write('usage: npm run stories -- FILE…')
    return 2
  }
  const counts = { matched: 0, differs: 0, 'out of scope': 0 }
  let unrunnable = 0
  for (const file of files) {
    try {
      const report = runStory(readStory(file), modulesBeside(file, folders))
      for (const step of report.steps) {
        counts[step.verdict]++
        printStep(report.name, step, write)
      }
    } catch (error) {
      if (!(error instanceof SudoboxError)) throw error
      write(`cannot be run: ${error.message}`)
      unrunnable++
    }
  }
  const rest = unrunnable === 0 ? '' : `, ${unrunnable} of ${files.length} stories cannot be run`
  write(`${counts.matched} matched, ${counts.differs} differ, ${counts['out of scope']} out of scope${rest}`)
  if (unrunnable > 0) return 2
  return counts.differs > 0 ? 1 : 0
}
