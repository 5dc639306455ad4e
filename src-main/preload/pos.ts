import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { channelOf, snapshotChannel } from '../../src-shared/pos/channels.ts'
import type { PosBridge } from '../../src-shared/pos/commands.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

/** One function per command and nothing raw: the page sees neither ipcRenderer nor a channel's name. */
const bridge: PosBridge = {
  getSnapshot: () => ipcRenderer.invoke(channelOf('snapshot.get')),
  charge: (payload) => ipcRenderer.invoke(channelOf('sale.charge'), payload),
  cancel: () => ipcRenderer.invoke(channelOf('sale.cancel')),
  skipTip: () => ipcRenderer.invoke(channelOf('sale.skip_tip')),
  retry: (payload) => ipcRenderer.invoke(channelOf('sale.retry'), payload),
  decide: (payload) => ipcRenderer.invoke(channelOf('sale.decide'), payload),
  sign: (payload) => ipcRenderer.invoke(channelOf('sale.sign'), payload),
  print: () => ipcRenderer.invoke(channelOf('sale.print')),
  finish: () => ipcRenderer.invoke(channelOf('sale.finish')),
  connectTerminal: (payload) => ipcRenderer.invoke(channelOf('terminal.connect'), payload),
  showVirtualTerminal: () => ipcRenderer.invoke(channelOf('terminal.show_virtual')),
  updateSettings: (payload) => ipcRenderer.invoke(channelOf('settings.update'), payload),
  enterStaff: (payload) => ipcRenderer.invoke(channelOf('staff.enter'), payload),
  choosePin: (payload) => ipcRenderer.invoke(channelOf('staff.choose_pin'), payload),
  leaveStaff: () => ipcRenderer.invoke(channelOf('staff.leave')),
  searchPayments: (payload) => ipcRenderer.invoke(channelOf('payments.search'), payload),
  openPayment: (payload) => ipcRenderer.invoke(channelOf('payments.open'), payload),
  actOnPayment: (payload) => ipcRenderer.invoke(channelOf('payments.act'), payload),
  printPayment: (payload) => ipcRenderer.invoke(channelOf('payments.print'), payload),
  dismissAction: (payload) => ipcRenderer.invoke(channelOf('payments.dismiss'), payload),
  listTerminals: () => ipcRenderer.invoke(channelOf('terminals.list')),
  pairTerminal: (payload) => ipcRenderer.invoke(channelOf('terminals.pair'), payload),
  stopPairing: () => ipcRenderer.invoke(channelOf('terminals.stop_pairing')),
  useTerminal: (payload) => ipcRenderer.invoke(channelOf('terminals.use'), payload),
  tryTerminal: (payload) => ipcRenderer.invoke(channelOf('terminals.try'), payload),
  stopTry: (payload) => ipcRenderer.invoke(channelOf('terminals.stop_try'), payload),
  carrySerialPort: (payload) => ipcRenderer.invoke(channelOf('devices.carry'), payload),
  addVirtualTerminal: (payload) => ipcRenderer.invoke(channelOf('terminals.add_virtual'), payload),
  removeVirtualTerminal: (payload) => ipcRenderer.invoke(channelOf('terminals.remove_virtual'), payload),
  onSnapshot: (listener) => {
    const hear = (_event: IpcRendererEvent, snapshot: Snapshot) => listener(snapshot)
    ipcRenderer.on(snapshotChannel, hear)
    return () => ipcRenderer.off(snapshotChannel, hear)
  },
}

contextBridge.exposeInMainWorld('countertop', bridge)
