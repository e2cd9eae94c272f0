// `node scripts/coin-account-code.mjs` writes src/app/evmd/coin-account-code.ts from the genesis of a recorded chain (reference/evmd).
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

const RECORDING = 'fixtures/evmd/bank.jsonl.br'
/** The only code of that genesis with this hash is that of the accounts of coins. */
const HASH = '017b477c761b4d0469f03f27ba58d0a7eacbfdd62b69b82c6c683ae5f81c67fe80'

const [first] = brotliDecompressSync(readFileSync(RECORDING)).toString().split('\n')
const packed = brotliCompressSync(Buffer.from(JSON.parse(first).rows.evm[HASH], 'hex')).toString('base64')
writeFileSync(
  'src/app/evmd/coin-account-code.ts',
  `import { brotliDecompressSync } from 'node:zlib'
import { fromBase64 } from '../../base/index.js'

/** Packed by Brotli. \`node scripts/coin-account-code.mjs\` writes it from what a recorded chain of cosmos/evm v0.7.3 has in its store. */
const PACKED =
  '${packed}'

/** What the accounts of coins that are tokens show as their code. It never runs. */
export const coinAccountCode = (): Uint8Array => Uint8Array.from(brotliDecompressSync(fromBase64(PACKED)))
`,
)
