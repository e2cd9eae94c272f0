import { render } from 'preact'
import type { ProfileDocument } from '../../src/profile/formats/page-model.js'
import { loadDocument } from '../components/document.js'
import { App } from './app.js'

const profile = await loadDocument<ProfileDocument>()
const place = document.getElementById('app')!
place.replaceChildren()
render(<App document={profile} />, place)
