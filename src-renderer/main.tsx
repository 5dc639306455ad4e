import '../src-shared/theme/tokens.css'
import './theme/mantine.css'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { startLanguages } from './i18n/i18n.ts'
import { holdKeysForDialogs } from './keyboard/hold-keys.ts'
import { watchLostDigits } from './keyboard/lost-digits.ts'
import { dropMovedPresses } from './pointer/drop-moved-presses.ts'
import { App } from './shell/app.tsx'
import { start } from './start.ts'
import { followSale } from './stores/follow-sale.ts'
import { followStaff } from './stores/follow-staff.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no #root')

await startLanguages()
holdKeysForDialogs()
watchLostDigits()
dropMovedPresses()
followSale()
followStaff()
void start()
createRoot(place).render(<App />)
