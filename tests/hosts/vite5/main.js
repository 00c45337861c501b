import 'vitrine/element';
import 'vitrine/element.css';
