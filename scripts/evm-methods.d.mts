import type { Method } from '../src/evm/rpc/table.js'
import type { methodsOf } from '../src/evm/rpc/profiles/profiles.js'

export function render(methods: readonly Method[], of: typeof methodsOf): string
