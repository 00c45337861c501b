export default { serverExternalPackages: ['vitrine'] };
