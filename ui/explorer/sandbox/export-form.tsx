import { useState } from 'preact/hooks'
import { CopyButton } from '../../components/copy-button.js'
import { plural } from '../../components/format.js'
import { Pre } from '../../components/parts.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useActing, useExplorer } from '../hooks.js'
import { Result } from '../result-view.js'

const FORMS = {
  fixture: 'a fixture, which `sudobox replay` runs',
  partial: 'a fixture without gas, events and heights',
  test: 'a Vitest test',
} as const

interface Exported {
  readonly name: string
  readonly text: string
}

/** More than this is not shown, only downloaded. */
const MAX_SHOWN = 60_000

/** Everything that was done, as a file. */
export function ExportForm() {
  const { actions } = useExplorer()
  const acting = useActing()
  const [form, setForm] = useState('fixture')
  const [title, setTitle] = useState('from the explorer')
  const [exported, setExported] = useState<Exported>()
  const submit = async (): Promise<void> => {
    setExported(undefined)
    const body =
      form === 'test' ? { form, title } : { form: 'fixture', title, expect: form === 'partial' ? 'partial' : 'exact' }
    const file = await acting.ask<Exported>('exported', 'fixture', body)
    if (file !== undefined) setExported(file)
  }
  return (
    <>
      <p class="quiet">{plural(actions, 'action')} so far. They are run again to get the outcome of each.</p>
      <ActForm
        isWide
        label="Export"
        button="Export"
        busy={acting.busy}
        disabled={actions === 0}
        onSubmit={() => void submit()}
      >
        <SelectField name="as" value={form} options={FORMS} onChange={setForm} />
        <TextField name="title" required value={title} onChange={setTitle} />
      </ActForm>
      {(acting.busy || acting.answer?.error) && <Result acting={acting} />}
      {exported && (
        <div class="exported">
          <div class="act-row">
            <a class="main" download={exported.name} href={urlOf(exported.text)}>
              Download {exported.name}
            </a>
            <CopyButton text={exported.text} what="the file" />
          </div>
          <p class="quiet">
            Paths of contracts are relative to the folder in which the server was started: save the file there.
          </p>
          <Pre
            label="The file"
            text={
              exported.text.length > MAX_SHOWN
                ? `${exported.text.slice(0, MAX_SHOWN)}\n… (the rest is in the file)`
                : exported.text
            }
          />
        </div>
      )}
    </>
  )
}

/** Made once for each text. */
let last: { readonly text: string; readonly url: string } | undefined
function urlOf(text: string): string {
  if (last?.text === text) return last.url
  if (last) URL.revokeObjectURL(last.url)
  last = { text, url: URL.createObjectURL(new Blob([text], { type: 'text/plain' })) }
  return last.url
}
