import { ShareButton } from '#kit/web/native/ShareButton.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'

export function ShareTicket({ code }: { code: string }) {
  const url = `${location.origin}/${hrefTo('ticket.read', { query: { ticket: code } })}`
  return (
    <ShareButton content={{ title: 'Compartilhar ticket', text: `Pague o ticket ${code} por aqui:`, url }}>
      Compartilhar ticket
    </ShareButton>
  )
}
