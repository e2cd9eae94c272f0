import { useState } from 'preact/hooks'
import type { SchemaData } from '../../../src/explorer/model.js'
import { client } from '../client.js'
import { useActing } from '../hooks.js'
import { Result } from '../result-view.js'
import { DropArea } from './drop-area.js'
import { jsonOfFile } from './files.js'

interface SchemaSourceProps {
  readonly chain: string
  readonly code: string
  readonly schema: SchemaData | undefined
}

const FROM = {
  file: 'from the file',
  given: 'given here',
  inferred:
    'inferred from the contract: without responses, and without optional fields that the contract does not reveal',
  none: 'no schema was found next to the code: write messages as JSON',
} as const

/** Where the schema of a contract comes from, and how to get one. */
export function SchemaSource({ chain, code, schema }: SchemaSourceProps) {
  const acting = useActing()
  const [wrong, setWrong] = useState('')
  const [inferring, setInferring] = useState(false)
  const infer = async (): Promise<void> => {
    setInferring(true)
    // The server keeps it, and notifies every page.
    await client.get('schema', { chain, code, infer: 1 }).catch((error: Error) => setWrong(error.message))
    setInferring(false)
  }
  if (schema === undefined) return null
  const give = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    await acting.ask(`schema ${file.name}`, 'schema', { chain, code, schema: await jsonOfFile(file) })
  }
  return (
    <div class="schema-source">
      <span class="quiet">
        Schema: {FROM[schema.from]}{' '}
        {schema.file !== undefined && <code>{schema.file.split(/[\\/]/).slice(-2).join('/')}</code>}
      </span>{' '}
      {schema.from === 'none' && (
        <button type="button" class="small" disabled={inferring} onClick={() => void infer()}>
          {inferring ? 'Inferring …' : 'Infer it'}
        </button>
      )}
      {schema.from !== 'file' && (
        <DropArea
          label="schema (.json)"
          accept=".json"
          chosen="Drop a schema file here, or choose one"
          onFiles={([file]) => void give(file)}
        />
      )}
      {wrong !== '' && <p class="wrong-word">{wrong}</p>}
      {acting.answer?.error && <Result acting={acting} />}
    </div>
  )
}
