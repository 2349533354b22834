export const accountFailures = {
  duplicate_account: 'Já existe um cadastro com este e-mail ou CPF.',
  account_incomplete: 'Preencha seus dados, sua senha e seu endereço para criar a conta.',
  recovery_token: 'Este link de recuperação não é válido, já foi usado ou expirou. Peça um novo.',
  too_many_changes: 'Muitas mudanças de e-mail. Aguarde e tente mais tarde.',
  own_level: 'Você não pode mudar o seu próprio nível. Peça a outro administrador.',
  not_staff: 'Isto vale apenas para quem trabalha aqui.',
  last_admin: 'Você é o único administrador. Torne outra pessoa administradora antes de excluir a sua conta.',
} as const
