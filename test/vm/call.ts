import {
  MOCK_ENV,
  MOCK_INFO,
  mockBackend,
  type Backend,
  type CallOutcome,
  type Checksum,
  type HostCall,
  type Vm,
} from 'sudobox/vm'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Calls `execute` with the mock's env and info. */
export const execute = (
  vm: Vm,
  checksum: Checksum,
  options: { msg?: string; gasLimit?: bigint; backend?: Backend; hostCall?: (call: HostCall) => void } = {},
): CallOutcome =>
  vm.call(checksum, 'execute', [MOCK_ENV, MOCK_INFO, options.msg ?? '{}'].map(bytes), {
    backend: options.backend ?? mockBackend(),
    gasLimit: options.gasLimit ?? 1_000_000_000n,
    ...(options.hostCall && { hostCall: options.hostCall }),
  })

/** What a contract or a chain can see of an outcome. */
export const visible = ({ data, error, gas, memoryPagesBefore, memoryPagesAfter }: CallOutcome) => ({
  data: data && Buffer.from(data).toString('hex'),
  error: error && `${error.kind}: ${error.shortMessage}`,
  gas,
  memoryPagesBefore,
  memoryPagesAfter,
})
