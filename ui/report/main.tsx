import { render } from 'preact'
import { App } from './app.js'
import type { ReportDocument } from '../../src/report/model.js'
import { loadDocument } from '../components/document.js'

const report = await loadDocument<ReportDocument>()
const place = document.getElementById('app')!
place.replaceChildren()
render(<App document={report} />, place)
