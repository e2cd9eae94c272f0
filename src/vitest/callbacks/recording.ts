import { appendFileSync, mkdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { threadId } from 'node:worker_threads'
import { toHex } from '../../base/index.js'
import type { CallbackSeen } from '../../fuzz/internal.js'
import { requireCodeInfo } from '../../modules/wasm/index.js'
import type { Sandbox, SandboxChain, TxResult } from '../../sandbox/internal.js'
import { fileOf } from '../../vm/debug/index.js'
import type { CallbackOutcome, CallbackRun } from './file.js'

/** The callbacks of a test, for the file of the whole run. */
export class CallbackRecording {
  readonly #sandbox: Sandbox
  readonly #folder: string
  readonly #callbacksOf: (result: TxResult) => readonly CallbackSeen[]
  readonly #runs: CallbackRun[] = []

  /** @param folder of the files of all processes @param callbacksOf of `fuzz`, which is loaded only for this */
  constructor(sandbox: Sandbox, folder: string, callbacksOf: (result: TxResult) => readonly CallbackSeen[]) {
    this.#sandbox = sandbox
    this.#folder = folder
    this.#callbacksOf = callbacksOf
  }

  readonly onTx = (result: TxResult): void => {
    for (const { chain, contract, kind, node, limit } of this.#callbacksOf(result)) {
      if (node.double) continue
      const code = this.#codeOf(chain, contract)
      if (code === undefined) continue
      const outcome = outcomeOf(node.error)
      this.#runs.push({ ...code, callback: kind, outcome, gas: String(node.gasUsed), limit: limit?.toString() })
    }
  }

  /** Adds what the test ran to the file of its process. */
  end(): void {
    if (this.#runs.length === 0) return
    mkdirSync(this.#folder, { recursive: true })
    const lines = this.#runs.map((run) => `${JSON.stringify(run)}\n`)
    appendFileSync(join(this.#folder, `${process.pid}-${threadId}.ndjson`), lines.join(''))
  }

  /** The file that a contract's code was read from, relative to the working directory. Undefined for code of no file, and for a contract that is gone. */
  #codeOf(chain: string, contract: string): Pick<CallbackRun, 'contract' | 'sha256'> | undefined {
    const { app } = (this.#sandbox.chains as Readonly<Record<string, SandboxChain>>)[chain]!.host
    const info = app.wasm.contractInfo(app.context, app.address(contract))
    if (info === undefined) return undefined
    const sha256 = toHex(requireCodeInfo(app.context, info.codeId).codeHash)
    const file = fileOf(sha256)
    return file === undefined
      ? undefined
      : { contract: relative(process.cwd(), resolve(file)).split(sep).join('/'), sha256 }
  }
}

function outcomeOf(error: string | undefined): CallbackOutcome {
  if (error === undefined) return 'accepted'
  return /out of gas/i.test(error) ? 'out of gas' : 'failed'
}
