import type { CodeRow, SchemaData } from '../../../src/explorer/model.js'
import { labelFor, nameOfCode } from '../code-name.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useRemembered } from '../forms/memory.js'
import { MessageEditor, useMessage } from '../forms/message-editor.js'
import { messageSchema } from '../forms/schema.js'
import { SchemaSource } from '../forms/schema-source.js'
import { senderOf, type Sender } from '../forms/sender-field.js'
import { useActing, useView } from '../hooks.js'
import { made } from '../made.js'
import { Result } from '../result-view.js'
import type { Go } from '../route.js'

interface InstantiateFormProps {
  readonly chain: string
  readonly sender: Sender
  readonly codes: readonly CodeRow[]
  readonly code: CodeRow
  readonly onCode: (codeId: string) => void
  readonly go: Go
}

/** Instantiates a code. What was typed belongs to the code, whatever id it has in the next network. */
export function InstantiateForm({ chain, sender, codes, code, onCode, go }: InstantiateFormProps) {
  const acting = useActing()
  const { codeId, checksum } = code
  const { data: schema } = useView<SchemaData>('schema', { chain, code: codeId })
  const place = `${chain} ${checksum} instantiate`
  const [label, setLabel] = useRemembered(`${place} label`, labelFor(code))
  const [admin, setAdmin] = useRemembered(`${place} admin`, '')
  const [funds, setFunds] = useRemembered(`${place} funds`, '')
  const [text, setText] = useMessage(place)
  const message = messageSchema(schema?.schema, 'instantiate')
  const submit = async (): Promise<void> => {
    const done = await acting.act(`instantiate ${label}`, {
      action: 'tx',
      chain,
      ...senderOf(sender),
      messages: [{ instantiate: { codeId, label, msgText: text, funds, ...(admin !== '' && { admin }) } }],
    })
    const address = made(done, 'contracts')
    if (address !== undefined) go({ tab: 'contracts', chain, address })
  }
  return (
    <>
      <ActForm
        label="Instantiate"
        button="Instantiate"
        busy={acting.busy}
        disabled={sender.from === '' || text.trim() === ''}
        onSubmit={() => void submit()}
      >
        <SelectField
          name="code"
          value={codeId}
          options={Object.fromEntries(codes.map((one) => [one.codeId, nameOfCode(one)]))}
          onChange={onCode}
        />
        <SchemaSource chain={chain} code={codeId} schema={schema} />
        {schema && <MessageEditor key={schema.from} place={place} schema={message} text={text} onText={setText} />}
        <TextField name="label" required value={label} onChange={setLabel} />
        <TextField name="admin (may migrate it)" placeholder="nobody" value={admin} onChange={setAdmin} />
        <TextField name="funds" placeholder="none, or 100untrn" value={funds} onChange={setFunds} />
      </ActForm>
      <Result acting={acting} />
    </>
  )
}
