import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import css from '../Register.module.css'

/** Shows a key, this once. */
export function KeyDialog({
  device,
  onClose,
}: {
  device: { name: string; key: string }
  onClose: () => void
}) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(device.key).then(
      () => setCopied(true),
      // Without leave to copy, a press on the key selects it whole.
      () => setCopied(false),
    )
  return (
    <Dialog
      title={`Chave de ${device.name}`}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button type="button" onClick={onClose}>
            JÁ GUARDEI A CHAVE
          </Button>
          <Button look="plain" onClick={copy}>
            {copied ? 'Copiada' : 'Copiar a chave'}
          </Button>
        </>
      }
    >
      <p>Guarde-a agora no equipamento: por segurança, ela não será mostrada de novo.</p>
      <p className={css.key}>{device.key}</p>
    </Dialog>
  )
}
