import { writeFileSync } from 'node:fs'
import type { TestContext } from 'vitest'
import type { Sandbox, TxResult } from '../sandbox/internal.js'

declare module 'vitest' {
  interface TaskMeta {
    /** The file with what was recorded of the test, for the reporter with `html`. */
    sudoboxRun?: string
  }
}

/** Environment variable of test processes: the folder in which they leave what they record; without it they record nothing. */
export const RECORDINGS = 'SUDOBOX_RECORDINGS'

/** A test that is being recorded. */
export interface Recording {
  readonly onTx: (result: TxResult) => void
  /** Leaves the recording for the reporter. @returns the page of a test that failed */
  readonly end: (task: TestContext['task']) => string | undefined
}

/** Records a test. What it needs is loaded only now. */
export async function beginRecording(sandbox: Sandbox, folder: string): Promise<Recording> {
  const { leaveRun, testPage, TestRecording } = await import('../report/test-run.js')
  const recording = new TestRecording(sandbox)
  return {
    onTx: recording.onTx,
    end: (task) => {
      const recorded = recording.done()
      if (recorded === undefined) return undefined
      const file = leaveRun(folder, recorded)
      task.meta.sudoboxRun = file
      if (task.result?.state !== 'fail') return undefined
      const page = file.replace(/json$/, 'html')
      const text = task.result.errors?.[0]?.message.split('\n')[0] ?? 'failed'
      writeFileSync(page, testPage(task.name, recorded, { state: 'bad', text }))
      return page
    },
  }
}
