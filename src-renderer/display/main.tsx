import '../../src-shared/theme/tokens.css'
import '../theme/mantine.css'
import '../theme/base.css'
import { createRoot } from 'react-dom/client'
import { speakToCustomers, startLanguages } from '../i18n/i18n.ts'
import { Display } from './display.tsx'
import { startDisplay } from './display-store.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')

await startLanguages()
await speakToCustomers()
void startDisplay()
createRoot(place).render(<Display />)
