import { renderMail } from '#kit/text/renderMail.ts'

type ShopMail = { readonly operator: string; readonly shop: string; readonly url: string }

/** The mail to the owner of an account that was tied to a shop. */
export function accessMail({ operator, shop, url }: ShopMail) {
  return renderMail({
    operator,
    title: `Você agora valida tickets pela loja ${shop}`,
    lines: [
      'Entre com a sua conta e abra a página do convênio para dar o benefício aos seus clientes.',
      'Se você não esperava este acesso, responda ao estacionamento.',
    ],
    links: [{ label: 'ABRIR O CONVÊNIO', url }],
  })
}

/** The mail to an address without an account; `url` has the token. */
export function invitationMail({ operator, shop, url }: ShopMail) {
  return renderMail({
    operator,
    title: `Convite para validar tickets pela loja ${shop}`,
    lines: [
      'Crie a sua conta, ou entre com a que já tem, e abra o link abaixo: ele vale por 7 dias e só pode ser usado uma vez.',
      'Se você não esperava este convite, ignore este e-mail.',
    ],
    links: [{ label: 'ACEITAR O CONVITE', url }],
  })
}

type StatementMail = {
  readonly operator: string
  readonly shop: string
  /** '11/2026' */
  readonly month: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** The statement of a month; its lines are attached. */
export function statementMail({ operator, shop, month, facts }: StatementMail) {
  return renderMail({
    operator,
    title: `Extrato do convênio - ${shop} - ${month}`,
    lines: ['Convênios concedidos no mês, como estão no arquivo anexo.'],
    facts,
  })
}
