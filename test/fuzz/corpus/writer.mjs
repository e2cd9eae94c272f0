// A campaign that keeps one story after another until it is ended: node writer.mjs FOLDER FIRST STEP [COUNT]
import { Corpus } from '../../../dist/fuzz/index.js'

const [folder, first, step, count = 'Infinity'] = process.argv.slice(2)
const corpus = Corpus.open(folder)
const memo = 'x'.repeat(400_000)
for (let i = 0; i < Number(count); i++) {
  const id = Number(first) + i * Number(step)
  corpus.offer({
    actions: [{ action: 'tx', from: 'alice', messages: [{ send: { to: 'bob', amount: `${id}untrn` } }], memo }],
    features: [id],
  })
  if (i % 5 === 0) corpus.refresh()
  process.stdout.write(`${id}\n`)
}
