import { render } from 'preact'
import { App } from './app.js'
import { loadDocument } from './data.js'

const report = await loadDocument()
const place = document.getElementById('app')!
place.replaceChildren()
render(<App document={report} />, place)
