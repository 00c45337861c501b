import 'vitrine/element';
