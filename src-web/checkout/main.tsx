import { render } from 'preact'

const place = document.getElementById('page')
if (place === null) throw new Error('index.html has no #page')
render(<main />, place)
