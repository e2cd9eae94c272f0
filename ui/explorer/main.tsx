import { render } from 'preact'
import { App } from './app.js'
import { client } from './client.js'

const place = document.getElementById('app')!
place.replaceChildren()
render(<App />, place)
void client.run()
