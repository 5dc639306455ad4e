import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import {
  type DisplayBridge,
  type DisplaySnapshot,
  displayChannels,
} from '../../src-shared/pos/customer-display/display-snapshot.ts'

/** Everything that the customer's display can reach of the counter. */
const bridge: DisplayBridge = {
  get: () => ipcRenderer.invoke(displayChannels.get),
  onSnapshot: (listener) => {
    const receive = (_event: IpcRendererEvent, snapshot: DisplaySnapshot) => listener(snapshot)
    ipcRenderer.on(displayChannels.snapshot, receive)
    return () => ipcRenderer.off(displayChannels.snapshot, receive)
  },
  chooseTip: (prompt, tip) => ipcRenderer.invoke(displayChannels.chooseTip, prompt, tip),
  sign: (prompt, signature) => ipcRenderer.invoke(displayChannels.sign, prompt, signature),
  picture: (index) => ipcRenderer.invoke(displayChannels.picture, index),
}

contextBridge.exposeInMainWorld('customerDisplay', bridge)
