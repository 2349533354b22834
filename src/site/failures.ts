export const siteFailures = {
  consent_needed: 'Este consentimento é necessário enquanto a conta existir. Para revogá-lo, exclua a conta.',
  reservation_open:
    'Você tem uma reserva em aberto. Cancele-a ou saia do estacionamento antes de excluir a conta.',
  settings_changed:
    'Outra pessoa salvou as configurações enquanto você editava. Recarregue para ver o que mudou, ou salve de novo para ficar com o que está aqui.',
} as const
